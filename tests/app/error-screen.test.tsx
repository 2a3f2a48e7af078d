import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ErrorScreen } from '#src/app/error-screen.tsx';
import { takeOutput } from './setup.ts';

function Broken(): never {
  throw new Error('не удалось загрузить часть приложения');
}

test('a failure while rendering shows the error screen with its button; the details are folded away', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Broken />, errorElement: <ErrorScreen /> }]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { name: 'Нет подключения к интернету' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  expect(screen.getByText(/не удалось загрузить часть приложения/)).not.toBeVisible();
  expect(takeOutput().length).toBeGreaterThan(0);
});
