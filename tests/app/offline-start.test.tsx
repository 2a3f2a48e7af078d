import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const answers = {
  'GET /protocols': () => pageOf([{ id: 3, stage: 'no_video', title: 'Совещание у директора' }]),
  'GET /me': () => Response.json({ data: { id: 7, role: 'secretary', name: 'Петрова Анна Андреевна' } }),
};
const nothing = {
  ...Object.fromEntries(Object.keys(answers).map((call) => [call, noConnection])),
  'GET /health': noConnection,
};

/** Hides the page, as when the tab goes to the background: from then on the device has what was read. */
async function hidePage(): Promise<void> {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
}

beforeEach(async () => {
  fakeServer({});
  await connectivity.probe();
});

test('with a stored session and no connection the app opens with the cached data', async () => {
  signInAs('secretary');
  fakeServer(answers);
  openApp('/main/protocols');
  await screen.findByRole('link', { name: 'Совещание у директора' });
  await act(hidePage);
  cleanup();

  fakeServer(nothing);
  openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: 'Совещание у директора' })).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  await act(() => connectivity.probe());
  expect(await screen.findByText(/Показаны данные от/)).toBeVisible();
  expect(localStorage.getItem('token')).toBe('good');
});

test('cached data is shown at once, and refetched', async () => {
  signInAs('secretary', '10');
  fakeServer(answers);
  openApp('/main/protocols');
  await screen.findByRole('link', { name: 'Совещание у директора' });
  await act(hidePage);
  cleanup();

  const row = { id: 3, stage: 'no_video', title: 'Совещание у директора, перенесено' };
  const asked = Promise.withResolvers<Response>();
  fakeServer({ ...answers, 'GET /protocols': () => asked.promise });
  openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: 'Совещание у директора' })).toBeVisible();
  asked.resolve(pageOf([row]));
  expect(await screen.findByRole('link', { name: row.title })).toBeVisible();
});

test('with no connection and no cached data a screen says so, and loads when the connection returns', async () => {
  signInAs('secretary', '8');
  const server = fakeServer(nothing);
  await connectivity.probe();
  openApp('/main/protocols');
  expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
  Object.assign(server.answers, answers, { 'GET /health': () => Response.json({}) });
  await act(() => connectivity.probe());
  expect(await screen.findByRole('link', { name: 'Совещание у директора' })).toBeVisible();
});

test('each change of the connection is announced once', async () => {
  signInAs('secretary', '9');
  const server = fakeServer(answers);
  openApp('/main/settings');
  await screen.findByRole('button', { name: 'Выйти' });
  server.answers['GET /health'] = noConnection;
  await act(() => connectivity.probe());
  const offline = 'Вы офлайн. Изменения сохраняются на устройстве';
  await act(() => connectivity.probe());
  expect(await screen.findAllByText(offline)).toHaveLength(1);
  act(() => screen.getByText(offline).click());
  await waitFor(() => expect(screen.queryByText(offline)).toBeNull());
  // Still offline: there is nothing new to report.
  await act(() => connectivity.probe());
  expect(screen.queryByText(offline)).toBeNull();
  server.answers['GET /health'] = () => Response.json({});
  await act(() => connectivity.probe());
  expect(await screen.findByText('Подключение восстановлено')).toBeVisible();
});
