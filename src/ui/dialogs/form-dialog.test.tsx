import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { isSafeToReload } from '#src/data/recording/index.ts';
import { FormDialog } from './form-dialog.tsx';

/** A dialog with something typed in it, over an earlier screen. */
async function open() {
  const close = vi.fn();
  const dialog = (
    <FormDialog title="Новый доступ" submit="Добавить" busy={false} dirty onSubmit={() => undefined} onClose={close}>
      <input aria-label="Имя" />
    </FormDialog>
  );
  const routes = [
    { path: '/users', element: dialog },
    { path: '/', element: <p>Главная</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/', '/users'] });
  render(<RouterProvider router={router} />);
  return { person: userEvent.setup(), router, close, name: await screen.findByLabelText('Имя') };
}

test('Escape never discards typed text, not even pressed twice', async () => {
  const { person, close, name } = await open();
  await person.click(name);
  await person.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog', { name: 'Закрыть без сохранения?' })).toBeVisible();
  await person.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  expect(name).toHaveFocus();
});

test('the close button asks before discarding, as «Отмена» does', async () => {
  const { person, close } = await open();
  await person.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(close).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Закрыть без сохранения' }));
  expect(close).toHaveBeenCalled();
});

test('going back asks before typed text is lost', async () => {
  const { person, router, name } = await open();
  await act(() => router.navigate(-1));
  const question = await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Вернуться к форме' }));
  expect(name).toBeVisible();
  await act(() => router.navigate(-1));
  const again = within(await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' }));
  await person.click(again.getByRole('button', { name: 'Закрыть' }));
  expect(await screen.findByText('Главная')).toBeVisible();
});

test('typed text prevents an automatic reload of the page', async () => {
  const { router } = await open();
  expect(isSafeToReload()).toBe(false);
  await act(() => router.navigate('/'));
  expect(await screen.findByRole('alertdialog')).toBeVisible();
});
