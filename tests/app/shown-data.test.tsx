import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatWhen } from '#src/format/index.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const row = { id: 3, stage: 'no_video', title: 'Совещание у директора' };
const person = { id: 7, role: 'secretary', name: 'Петрова Анна Андреевна', email: 'a@example.ru' };
const answers = {
  'GET /protocols': () => pageOf([row], 16),
  'GET /protocols/3': () => Response.json({ data: { ...row, agenda: [], tasks: [], members: [] } }),
  'GET /protocols/tasks': () => pageOf([{ id: 5, title: 'Подготовить смету', status: 'new' }]),
  'GET /meetings': () => Response.json({ data: [] }),
  'GET /me': () => Response.json({ data: person }),
  'GET /users': () => pageOf([person]),
  'GET /users/7': () => Response.json({ data: person }),
  'GET /keywords': () => Response.json({ data: [{ id: 4, name: 'бюджет' }] }),
  'GET /stats/manager/all': () => Response.json({ data: { secretaries: 1, meetings: 12 } }),
};
const nothing = {
  ...Object.fromEntries(Object.keys(answers).map((call) => [call, noConnection])),
  'GET /health': noConnection,
};

/** Hides the page, as when the browser is closed: the device then has what was read. */
async function close(): Promise<void> {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  Reflect.deleteProperty(document, 'visibilityState');
  cleanup();
}

async function goOffline(): Promise<void> {
  fakeServer(nothing);
  await act(() => connectivity.probe());
}

afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  fakeServer({});
  await connectivity.probe();
});

test.each([
  ['secretary', '/main/home', 'Совещание у директора'],
  ['secretary', '/main/meetings?view=list', 'Встречи'],
  ['secretary', '/main/protocols', 'Совещание у директора'],
  ['secretary', '/main/protocols?tab=tasks', 'Подготовить смету'],
  ['secretary', '/main/protocols/3', 'Совещание у директора'],
  ['secretary', '/main/settings', 'a@example.ru'],
  ['secretary', '/main/settings/users', 'Петрова Анна Андреевна'],
  ['secretary', '/main/settings/keywords', 'бюджет'],
  ['manager', '/main/secretaries', 'Секретари'],
])('as a %s, %s is shown after a restart offline, with the time of its data', async (role, address, words) => {
  signInAs(role);
  fakeServer(answers);
  openApp(address);
  await screen.findAllByText(words);
  await expect.poll(() => screen.queryAllByLabelText('Загрузка...')).toEqual([]);
  await close();
  await goOffline();
  openApp(address);
  await waitFor(() => expect(screen.getByText(/Показаны данные от \d\d:\d\d\./)).toBeVisible());
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
});

test('offline the own meetings are those that were read the day before', async () => {
  const hour = (plus: number) => new Date(Date.now() + plus * 3_600_000).toISOString();
  const meeting = { id: 'm1', title: 'Планёрка', start_at: hour(40), end_at: hour(41) };
  const own = {
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['participation'] }),
    'GET /me': () => Response.json({ data: { ...person, role: 'external' } }),
    'GET /me/meetings': () => Response.json({ data: [meeting] }),
    'GET /me/tasks': () => pageOf([]),
    'GET /me/protocols': () => pageOf([]),
  };
  signInAs('external');
  fakeServer(own);
  openApp('/main/settings?tab=meetings');
  await screen.findByText('Планёрка');
  await close();
  fakeServer(Object.fromEntries(Object.keys(own).map((call) => [call, noConnection])));
  await act(() => connectivity.probe());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  openApp('/main/settings?tab=meetings');
  expect(await screen.findByText('Планёрка')).toBeVisible();
});

test('data read on another day is shown with its date', async () => {
  signInAs('secretary');
  fakeServer(answers);
  openApp('/main/settings/keywords');
  await screen.findAllByText('бюджет');
  await close();
  const device = createStore('protokol-cache', 'queries');
  const readAt = Date.now() - 2 * 24 * 3_600_000;
  await expect.poll(async () => (await entries(device)).length).toBeGreaterThan(1);
  for (const [hash, kept] of await entries<string, object>(device)) {
    if (typeof kept === 'object') await set(hash, { ...kept, updatedAt: readAt }, device);
  }
  await goOffline();
  openApp('/main/settings/keywords');
  expect(await screen.findByText(`Показаны данные от ${formatWhen(readAt)}.`, { exact: false })).toBeVisible();
  expect(formatWhen(readAt)).toMatch(/^\d+ [а-я]+.*, \d\d:\d\d$/);
});

test('when the server fails, the cached data stays, with its time, until a refetch succeeds', async () => {
  signInAs('secretary');
  const server = fakeServer(answers);
  openApp('/main/protocols');
  await screen.findByRole('link', { name: row.title });
  await close();
  server.answers['GET /protocols'] = () => refuse(503, 'unavailable', 'Позже');
  const { person: user } = openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: row.title })).toBeVisible();
  const note = await screen.findByText(/Показаны данные от \d\d:\d\d\./);
  expect(note).toHaveTextContent('Не удалось обновить.');
  expect(screen.queryByText(/Нет подключения/)).toBeNull();
  server.answers['GET /protocols'] = answers['GET /protocols'];
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await expect.poll(() => screen.queryByText(/Не удалось обновить/)).toBeNull();
});

test('when the server refuses, the cached list stays with «Нет доступа», until a refetch succeeds', async () => {
  signInAs('secretary');
  const server = fakeServer(answers);
  openApp('/main/protocols');
  await screen.findByRole('link', { name: row.title });
  await close();
  server.answers['GET /protocols'] = () => refuse(403, 'forbidden', 'Недостаточно прав');
  const { person: user } = openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: row.title })).toBeVisible();
  expect(await screen.findByText(/Показаны данные от \d\d:\d\d\./)).toHaveTextContent('Нет доступа.');
  server.answers['GET /protocols'] = answers['GET /protocols'];
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await expect.poll(() => screen.queryByText(/Нет доступа/)).toBeNull();
});

test('a failing server is reported as such, not as a lost connection, with and without cached data', async () => {
  signInAs('secretary');
  const server = fakeServer(answers);
  openApp('/main/protocols');
  await screen.findByRole('link', { name: row.title });
  await close();
  for (const call of [...Object.keys(answers), 'GET /health']) {
    server.answers[call] = () => refuse(500, 'internal', 'Сбой');
  }
  await act(() => connectivity.probe());
  openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: row.title })).toBeVisible();
  expect(await screen.findByText(/Показаны данные от \d\d:\d\d\./)).toHaveTextContent('Сбой на сервере.');
  expect(screen.getByRole('button', { name: /^Сбой на сервере/ })).toBeVisible();
  expect(screen.queryByText(/Нет подключения/)).toBeNull();
  cleanup();
  // The message about data that was never read names the server too.
  openApp('/main/settings/keywords');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Сбой на сервере');
  expect(alert).toHaveTextContent('Когда сервер снова заработает, данные загрузятся сами.');
});

test('data never loaded on this device is reported as missing offline, without a loading state', async () => {
  signInAs('secretary');
  fakeServer(answers);
  openApp('/main/protocols');
  await screen.findByRole('link', { name: row.title });
  await close();
  await goOffline();

  // Its row is known from the list, but not its content.
  const { person: user } = openApp('/main/protocols/3');
  expect(await screen.findByRole('heading', { name: row.title })).toBeVisible();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Этого нет на устройстве');
  expect(alert).toHaveTextContent('Когда подключение вернётся, данные загрузятся сами.');
  expect(screen.queryAllByLabelText('Загрузка...')).toEqual([]);

  // The first page is no placeholder of the second.
  await user.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  expect(await screen.findByRole('link', { name: row.title })).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Страница 2' }));
  expect(await within(screen.getByRole('main')).findByText('Этого нет на устройстве')).toBeVisible();
  expect(screen.queryByRole('link', { name: row.title })).toBeNull();
});
