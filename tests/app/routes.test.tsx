import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const answers = {
  'GET /protocols': () => pageOf([]),
  'GET /me': () => Response.json({ data: { id: 7, role: 'secretary', name: 'Петрова Анна Андреевна' } }),
  'GET /stats/manager/all': () => Response.json({ data: { by_secretary: [] } }),
  'GET /users': () => pageOf([]),
};

test.each([
  ['/', '/login'],
  ['/main', '/login'],
  ['/main/protocols/5', '/login'],
])('without a token %s leads to %s', async (from, to) => {
  const { address } = openApp(from);
  await waitFor(() => expect(address()).toBe(to));
});

test.each([
  ['secretary', '/main/home'],
  ['manager', '/main/secretaries'],
  ['admin', '/main/settings'],
  ['external', '/main/settings'],
  ['unheard-of', '/main/settings'],
])('%s lands on %s, from / and from the public screens', async (role, landing) => {
  for (const from of ['/', '/login', '/change-password', '/change-password/abc', '/main']) {
    signInAs(role);
    fakeServer(answers);
    const { address } = openApp(from);
    await waitFor(() => expect(address()).toBe(landing));
  }
});

test.each([
  ['manager', '/main/protocols', '/main/secretaries'],
  ['admin', '/main/home', '/main/settings'],
  ['external', '/main/settings/users', '/main/settings'],
  ['secretary', '/main/secretaries', '/main/home'],
])('%s may not open %s and gets to %s', async (role, from, to) => {
  signInAs(role);
  fakeServer(answers);
  const { address } = openApp(from);
  await waitFor(() => expect(address()).toBe(to));
});

test.each([
  ['secretary', ['Главная', 'Встречи', 'Протоколы', 'Настройки']],
  ['manager', ['Секретари', 'Настройки']],
  ['admin', ['Настройки']],
  ['external', []],
])('the navigation bar of %s', async (role, names) => {
  signInAs(role);
  fakeServer(answers);
  openApp('/main/settings');
  const bar = await screen.findByRole('navigation', { name: 'Разделы' });
  const links = [...bar.querySelectorAll('li a')].map((link) => link.textContent);
  expect(links).toEqual(names);
  expect(screen.getByRole('button', { name: 'Выйти' })).toBeVisible();
});

test.each(['/nowhere', '/main/nowhere'])('%s is not found', async (path) => {
  signInAs('secretary');
  fakeServer(answers);
  openApp(path);
  expect(await screen.findByRole('heading', { name: 'Упс ... Такой страницы нет' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Назад' })).toBeVisible();
});

test('a spinner is shown while the role is unknown, and the role from the answer is stored', async () => {
  localStorage.setItem('token', 'good');
  const answer = Promise.withResolvers<Response>();
  const server = fakeServer({ ...answers, 'GET /me': () => answer.promise });
  const { address } = openApp('/main');
  await waitFor(() => expect(server.received.map(({ path }) => path)).toContain('/me'));
  expect(screen.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  answer.resolve(Response.json({ data: { id: 9, role: 'manager' } }));
  await waitFor(() => expect(address()).toBe('/main/secretaries'));
  expect([localStorage.role, localStorage.user_id]).toEqual(['manager', '9']);
});

test('a person whose role cannot be read can sign out', async () => {
  localStorage.setItem('token', 'good');
  const server = fakeServer({ 'GET /me': () => refuse(403, 'blocked', 'Учётная запись заблокирована') });
  server.answers['POST /logout'] = () => new Response(null, { status: 204 });
  const { person, address } = openApp('/main');
  expect(await screen.findByRole('alert')).toHaveTextContent('Учётная запись заблокирована');
  await person.click(screen.getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
  // The session ends within this test, and not in the next one.
  await waitFor(() => expect(server.received.at(-1)?.path).toBe('/logout'));
});

test('the logo leads to the first screen of the role', async () => {
  for (const [role, to] of [
    ['secretary', '/main/home'],
    ['manager', '/main/secretaries'],
    ['admin', '/main/settings'],
    ['external', '/main/settings'],
  ] as const) {
    signInAs(role);
    fakeServer(answers);
    openApp('/main/settings');
    expect(await screen.findByRole('link', { name: /Протокол, на главный/ })).toHaveAttribute('href', to);
    cleanup();
  }
});

test('with only a token the role is requested, and a lost connection is shown instead of an endless spinner', async () => {
  localStorage.setItem('token', 'good');
  const server = fakeServer({ ...answers, 'GET /me': noConnection, 'GET /health': noConnection });
  const { person, address } = openApp('/main');
  expect(await screen.findByRole('alert')).toHaveTextContent('Нет подключения');
  server.answers['GET /me'] = answers['GET /me'];
  server.answers['GET /health'] = () => Response.json({});
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(address()).toBe('/main/home'));
});

test('the title of the document and the focus follow the screen', async () => {
  signInAs('secretary');
  fakeServer(answers);
  const { person } = openApp('/main/home');
  await person.click(await screen.findByRole('link', { name: 'Протоколы' }));
  const heading = await screen.findByRole('heading', { name: 'Протоколы' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(document.title).toBe('Протоколы — Протокол');
});
