import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { printedAddress } from '#contract/documents/printed/printed-address.ts';
import { fakeServer, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

/** Returns the server of a person with this role who signs in. */
function serverOf(role: string) {
  return fakeServer({
    'POST /login': () => Response.json({ data: { token: 'fresh' } }),
    'POST /logout': () => new Response(null, { status: 204 }),
    'GET /me': () => Response.json({ data: { id: 7, role, name: 'Петрова Анна Андреевна' } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([]),
    'GET /stats/manager/all': () => Response.json({ data: { by_secretary: [] } }),
  });
}

async function signInThere(person: ReturnType<typeof openApp>['person']) {
  await person.type(await screen.findByLabelText('E-mail'), 'a@example.ru');
  await person.type(screen.getByLabelText('Пароль'), 'protokol');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
}

test.each([
  ['/main/protocols/add?launch=1', '/main/protocols/add', 'secretary'],
  ['/main/meetings?new=1&launch=1', '/main/meetings?new=1', 'secretary'],
  ['/main/meetings?new=1&launch=1', '/main/secretaries', 'manager'],
  ['/main/protocols/add', '/main/home', 'secretary'],
  ['/main/protocols/5', '/main/home', 'secretary'],
])('opened signed out, %s leads to the sign-in, and from there to %s for a %s', async (from, to, role) => {
  serverOf(role);
  const { person, address } = openApp(from);
  await waitFor(() => expect(address()).toBe('/login'));
  await signInThere(person);
  await waitFor(() => expect(address()).toBe(to));
});

const onPaper = printedAddress('p/1');

test.each([
  ['secretary', onPaper],
  ['manager', '/main/secretaries?protocol=p%2F1'],
  ['external', '/main/settings?tab=protocols&protocol=p%2F1'],
  ['admin', '/main/settings'],
])('the printed address of a protocol leads a %s to where they read it, also through the sign-in', async (role, to) => {
  serverOf(role);
  const { person, address } = openApp(onPaper);
  await waitFor(() => expect(address()).toBe('/login'));
  await signInThere(person);
  await waitFor(() => expect(address()).toBe(to));
  cleanup();
  const again = openApp(onPaper);
  await waitFor(() => expect(again.address()).toBe(to));
});

test('an app shortcut still opens its screen after an expired session', async () => {
  signInAs('secretary');
  const server = serverOf('secretary');
  const answer = server.answers['GET /meetings'];
  server.answers['GET /meetings'] = () => refuse(401, 'unauthorized', 'Нет');
  server.answers['POST /refresh'] = () => refuse(401, 'unauthorized', 'Нет');
  const { person, address } = openApp('/main/meetings?new=1&launch=1');
  await waitFor(() => expect(address()).toBe('/login'));
  Object.assign(server.answers, { 'GET /meetings': answer });
  await signInThere(person);
  await waitFor(() => expect(address()).toBe('/main/meetings?new=1'));
  expect(await screen.findByRole('dialog', { name: 'Новая встреча' })).toBeVisible();
});

test('signing out discards the requested screen', async () => {
  signInAs('secretary');
  serverOf('secretary');
  const { person, address } = openApp('/main/protocols/add?launch=1');
  await person.click(await screen.findByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(address()).toBe('/login'));
  await signInThere(person);
  await waitFor(() => expect(address()).toBe('/main/home'));
});

test('a form opened directly focuses its title; navigation within the app focuses the heading', async () => {
  signInAs('secretary');
  serverOf('secretary');
  const { person } = openApp('/main/protocols/add');
  expect(await screen.findByLabelText('Название')).toHaveFocus();
  await person.click(screen.getByRole('link', { name: 'К списку' }));
  await person.click((await screen.findAllByRole('link', { name: 'Новый протокол' }))[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Новый протокол' })).toHaveFocus();
});
