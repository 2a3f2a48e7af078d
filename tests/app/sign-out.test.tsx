import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { flushLogouts, followLogouts } from '#src/sync/page/flush-logouts.ts';
import { leftRecordings } from '#src/sync/page/left-recordings.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import { newRow } from '#src/sync/uploads/finish-recording.ts';
import { showToast, toastStore } from '#src/ui/index.ts';
import { takeOutput } from './setup.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const answers = {
  'GET /protocols': () => pageOf([{ id: 3, stage: 'no_video', title: 'Совещание у директора' }]),
  'GET /me': () => Response.json({ data: { id: 7, role: 'secretary', name: 'Петрова Анна Андреевна' } }),
  'POST /logout': () => new Response(null, { status: 204 }),
};
const noSession = () =>
  expect(['token', 'role', 'user_id'].map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
const logouts = ({ received }: ReturnType<typeof fakeServer>) =>
  received.filter(({ path }) => path === '/logout').map(({ authorization }) => authorization);

beforeEach(async () => {
  fakeServer({});
  await connectivity.probe();
  for (const { id } of await store.allUploads()) await store.deleteUpload(id);
});

async function leave(person: ReturnType<typeof openApp>['person']) {
  await person.click(await screen.findByRole('button', { name: 'Выйти' }));
}

test('logging out tells the server, forgets everything of the person and leads to the sign-in', async () => {
  signInAs('secretary');
  const server = fakeServer(answers);
  const { person, address } = openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: 'Совещание у директора' })).toBeVisible();
  act(() => showToast('Видео загружено', { protocolId: '3' }));
  await leave(person);
  await waitFor(() => expect(address()).toBe('/login'));
  noSession();
  await waitFor(() => expect(logouts(server)).toEqual(['Bearer good']));
  expect(toastStore.getState().isVisible).toBe(false);
  // The next person on this device sees nothing of it, not even offline.
  signInAs('secretary', '8');
  fakeServer({ 'GET /protocols': noConnection, 'GET /health': noConnection });
  await act(() => connectivity.probe());
  openApp('/main/protocols');
  expect(await screen.findAllByText(/Нет подключения/)).not.toEqual([]);
  expect(screen.queryByText('Совещание у директора')).toBeNull();
});

test.each([
  ['who signs out', answers, leave],
  [
    'whose session is refused',
    { ...answers, 'GET /protocols': () => refuse(401, 'unauthorized', 'Сеанс завершён') },
    undefined,
  ],
])('of a person %s no searched words stay on the device', async (_, answered, end) => {
  signInAs('secretary');
  localStorage.setItem('searches:7', '["кадровый резерв"]');
  fakeServer({ ...answered, 'POST /refresh': () => refuse(401, 'unauthorized', 'Сеанс завершён') });
  const { person, address } = openApp('/main/protocols');
  await end?.(person);
  await waitFor(() => expect(address()).toBe('/login'));
  expect(localStorage.getItem('searches:7')).toBeNull();
});

test.each([
  ['is refused', () => refuse(500, 'internal', 'Сбой')],
  ['gets no answer', noConnection],
])('a logout that %s is only logged', async (_, answer) => {
  signInAs('secretary');
  const server = fakeServer({ ...answers, 'POST /logout': answer });
  const { person, address } = openApp('/main/settings');
  await leave(person);
  await waitFor(() => expect(address()).toBe('/login'));
  noSession();
  await waitFor(() => expect(logouts(server)).toHaveLength(1));
  await waitFor(() => expect(takeOutput()).toEqual([['error', 'Failed to logout', expect.any(Error)]]));
  expect(screen.queryByRole('alert')).toBeEmptyDOMElement();
  server.answers['POST /logout'] = answers['POST /logout'];
  await session.flushLogouts(() => undefined);
});

test('a logout made offline is pending, and sent before the next sign-in', async () => {
  signInAs('secretary');
  const server = fakeServer({ ...answers, 'POST /logout': noConnection });
  const { person, address } = openApp('/main/settings');
  await leave(person);
  await waitFor(() => expect(address()).toBe('/login'));
  await waitFor(() => expect(takeOutput()).toHaveLength(1));
  server.received.length = 0;
  Object.assign(server.answers, answers, { 'POST /login': () => Response.json({ data: { token: 'next' } }) });
  await person.type(await screen.findByLabelText('E-mail'), 'b@example.ru');
  await person.type(screen.getByLabelText('Пароль'), 'secret');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/main/home'));
  const order = server.received.filter(({ path }) => path !== '/health').slice(0, 3);
  expect(order.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/logout', 'Bearer good'],
    ['/login', null],
    ['/me', 'Bearer next'],
  ]);
  expect(logouts(server)).toHaveLength(1);
});

test('signing out asks about unsent work, which stays on the device and is hidden from others', async () => {
  const file = new File([new Uint8Array(20)], 'заседание.mp4', { type: 'video/mp4' });
  const row = newRow(file, { id: 'u1', ownerId: '7', protocolId: '3', chunkSize: 10, now: 0 });
  await store.putUpload({ ...row, state: 'paused' });
  fakeServer(answers);
  await session.save({ token: 'good', role: 'secretary', userId: '7' });
  const { person, address } = openApp('/main/settings');
  expect(await screen.findByText('заседание.mp4')).toBeVisible();

  await leave(person);
  const question = await screen.findByRole('alertdialog', { name: 'Выйти до конца отправки?' });
  expect(question).toHaveTextContent('Ждёт отправки: 1 видео');
  expect(question).toHaveTextContent('останется на этом устройстве');
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(localStorage.getItem('token')).toBe('good');

  await leave(person);
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(await store.getUpload('u1')).toMatchObject({ ownerId: '7', state: 'paused' });

  await act(() => session.save({ token: 'of-another', role: 'secretary', userId: '8' }));
  await waitFor(() => expect(address()).toBe('/main/home'));
  await person.click(screen.getByRole('link', { name: 'Настройки' }));
  expect(await screen.findByText('Всё отправлено.')).toBeVisible();
  expect(screen.queryByText('заседание.mp4')).toBeNull();
});

test('signing out mentions a recording neither sent nor deleted, which stays', async () => {
  const row = { protocolId: '3', name: 'Запись.webm', type: 'video/webm', chunkSize: 10, hashes: [], nextPiece: 0 };
  await store.putRecording({ ...row, id: 'r1', ownerId: '7', size: 5, millis: 60_000, startedAt: 0 });
  fakeServer(answers);
  await session.save({ token: 'good', role: 'secretary', userId: '7' });
  await leftRecordings.look();
  const { person, address } = openApp('/main/settings');
  await leave(person);
  const question = await screen.findByRole('alertdialog', { name: 'Выйти до конца отправки?' });
  expect(question).toHaveTextContent(
    'На этом устройстве 1 незаконченная запись: отправить её можно будет, когда вы снова войдёте здесь.',
  );
  await person.click(within(question).getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(await store.recordingsOf('7')).toMatchObject([{ id: 'r1' }]);
  await store.deleteRecording('r1');
  await session.flushLogouts(() => undefined);
});

test('when the refresh gives no token the person is signed out and told why', async () => {
  const refused = () => refuse(401, 'unauthorized', 'Сеанс завершён');
  signInAs('secretary');
  fakeServer({ 'GET /protocols': refused, 'POST /refresh': refused });
  const { address } = openApp('/main/protocols');
  await waitFor(() => expect(address()).toBe('/login'));
  noSession();
  expect(await screen.findByText(/Сессия закончилась/)).toBeVisible();
});

test('a sign-out in another tab leads to the sign-in at once; a sign-in there is followed too', async () => {
  signInAs('secretary');
  const server = fakeServer(answers);
  const { address } = openApp('/main/settings');
  await screen.findByRole('button', { name: 'Выйти' });
  for (const key of ['token', 'role', 'user_id']) localStorage.removeItem(key);
  await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(logouts(server)).toEqual([]);
  expect(screen.queryByText(/Сессия закончилась/)).toBeNull();
  signInAs('manager', '9');
  await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'role' })));
  await waitFor(() => expect(address()).toBe('/main/secretaries'));
});

test('an answer that arrives after sign-out restores nothing of that person', async () => {
  localStorage.setItem('token', 'good');
  const answer = Promise.withResolvers<Response>();
  const server = fakeServer({ ...answers, 'GET /me': () => answer.promise });
  openApp('/main');
  await waitFor(() => expect(server.received.some(({ path }) => path === '/me')).toBe(true));
  await act(() => session.leave());
  server.answers['GET /me'] = () => refuse(503, 'unavailable', 'Позже');
  await act(() => session.save({ token: 'of-another' }));
  await act(async () => answer.resolve(answers['GET /me']()));
  expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
  expect([localStorage.token, localStorage.role, localStorage.user_id]).toEqual(['of-another', undefined, undefined]);
  await session.flushLogouts(() => undefined);
});

test('a pending logout that gets no answer is retried while online, and not while offline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = fakeServer({ ...answers, 'POST /logout': noConnection });
  signInAs('secretary');
  const end = followLogouts();
  // No logout is pending yet.
  await flushLogouts();
  await session.leave();
  await flushLogouts();
  expect(logouts(server)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(takeOutput()).toHaveLength(2), { timeout: 15_000 });

  server.answers['GET /health'] = noConnection;
  await connectivity.probe();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(logouts(server)).toHaveLength(2);

  Object.assign(server.answers, answers, { 'GET /health': () => new Response() });
  await connectivity.probe();
  await vi.waitFor(() => expect(logouts(server)).toHaveLength(3), { timeout: 15_000 });
  await flushLogouts();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(logouts(server)).toHaveLength(3);
  end();
  vi.useRealTimers();
});
