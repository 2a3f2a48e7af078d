import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { ErrorScreen } from '#src/app/error-screen.tsx';
import { watchParts } from '#src/app/reload-on-missing-chunk.ts';
import { routes } from '#src/app/router.tsx';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { takeOutput } from './setup.ts';
import { fakeServer, noConnection, refuse } from './support/fake-server.ts';

/** A new one in each test: the page remembers which error was caused by a missing part. */
let failure: Error;

function Broken(): never {
  throw failure;
}

const reload = vi.fn();

/** Opens the screen after a failure; React and the router also log the failure to the console. */
async function openBroken(): Promise<void> {
  const router = createMemoryRouter([
    { path: '/', element: <Broken />, errorElement: <ErrorScreen reload={reload} /> },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'Нет подключения к интернету' });
  expect(takeOutput().length).toBeGreaterThan(0);
}

/** Reports an error as Vite does when a part of the app cannot be fetched. */
function cannotFetch(error: Error): void {
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
}

watchParts();

beforeEach(async () => {
  failure = new Error('не удалось загрузить часть приложения');
  reload.mockReset();
  sessionStorage.clear();
  fakeServer({});
  await connectivity.probe();
});

test('a failure while rendering shows the error screen with its button and with the details collapsed', async () => {
  await openBroken();
  const button = screen.getByRole('button', { name: 'Обновить страницу' });
  expect(document.title).toBe('Нет подключения к интернету — Протокол');
  expect(screen.getByText(/не удалось загрузить часть приложения/)).not.toBeVisible();
  await userEvent.click(screen.getByText('Технические подробности'));
  expect(screen.getByText(/не удалось загрузить часть приложения/)).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(button);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('it is what every part of the routed area falls back on', () => {
  const [root] = routes;
  const main = root?.children?.find(({ path }) => path === '/main');
  const screens = main?.children?.find(({ index }) => !index);
  expect(root?.errorElement).toBeTruthy();
  expect(screens?.errorElement).toBeTruthy();
});

test('reloads by itself, once for each return of the connection', async () => {
  const server = fakeServer({ 'GET /health': noConnection });
  await openBroken();
  await waitFor(() => expect(connectivity.isOnline()).toBe(false));
  expect(reload).not.toHaveBeenCalled();
  server.answers['GET /health'] = () => Response.json({});
  await act(() => connectivity.probe());
  await act(() => connectivity.probe());
  expect(reload).toHaveBeenCalledTimes(1);
});

test('says whether the connection is the cause', async () => {
  const server = fakeServer({ 'GET /health': noConnection });
  await openBroken();
  await waitFor(() => expect(connectivity.isOnline()).toBe(false));
  expect(screen.getByText(/Проверьте сеть/)).toBeVisible();
  server.answers['GET /health'] = () => Response.json({});
  await act(() => connectivity.probe());
  expect(screen.getByText(/Сервер отвечает, но экран не открылся/)).toBeVisible();
});

test('an error that the connection did not cause triggers no reload loop', async () => {
  await openBroken();
  await act(() => connectivity.probe());
  expect(reload).not.toHaveBeenCalled();
});

test('a chunk that an update removed is loaded by one reload, never in a loop', async () => {
  cannotFetch(failure);
  await openBroken();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  // The page is reloaded, and the same part is still missing.
  document.body.replaceChildren();
  await openBroken();
  await act(() => connectivity.probe());
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a chunk that fails for lack of a connection is reloaded once the connection is back', async () => {
  const server = fakeServer({ 'GET /health': () => refuse(503, 'unavailable', 'Позже') });
  cannotFetch(failure);
  await openBroken();
  await waitFor(() => expect(connectivity.isOnline()).toBe(false));
  expect(reload).not.toHaveBeenCalled();
  server.answers['GET /health'] = () => Response.json({});
  await act(() => connectivity.probe());
  expect(reload).toHaveBeenCalledTimes(1);
});
