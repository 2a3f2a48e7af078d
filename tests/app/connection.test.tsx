import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { toastStore } from '#src/ui/index.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const people = [
  { id: 'u1', name: 'Иванов Сергей', email: 'a@example.ru', role: 'secretary', manager_id: '7', is_blocked: false },
];

const health = () => Response.json({ status: 'ok', capabilities: ['events'] });

function open(role: string, address = '/main/settings/users') {
  signInAs(role);
  const server = fakeServer({
    'GET /health': health,
    'GET /me': () => Response.json({ data: { id: '7', role, name: 'Петрова Анна' } }),
    'GET /users': () => pageOf(people),
    'GET /protocols': () => pageOf([]),
  });
  return { server, ...openApp(address) };
}

async function loseLine(server: ReturnType<typeof fakeServer>): Promise<void> {
  server.answers['GET /health'] = noConnection;
  await act(() => connectivity.probe());
}

beforeEach(() => connectivity.reportSuccess());

test.each([
  ['secretary', 'Вы офлайн. Изменения сохраняются на устройстве', undefined],
  ['external', 'Вы офлайн. Изменения сохраняются на устройстве', undefined],
  ['manager', 'Вы офлайн', /^Отчёты о поручениях, ответы на приглашения и .*профиля сохраняются.*Для остального нужно/],
  ['admin', 'Вы офлайн', /^Изменения своего профиля сохраняются.*Для остального нужно подключение/],
])('the message about a lost connection is true for %s', async (role, message, detail) => {
  const { server } = open(role, '/main/settings');
  await screen.findByRole('button', { name: 'Выйти' });
  await screen.findByLabelText('Фамилия, имя, отчество');
  await loseLine(server);
  await waitFor(() => expect(toastStore.getState()).toMatchObject({ message, isVisible: true }));
  if (detail) expect(toastStore.getState().detail).toMatch(detail);
  else expect(toastStore.getState().detail).toBeUndefined();
});

test('a server failure and its end are announced, in words of their own', async () => {
  const { server } = open('secretary', '/main/settings');
  await screen.findByLabelText('Фамилия, имя, отчество');
  server.answers['GET /health'] = () => refuse(500, 'internal', 'Сбой');
  await act(() => connectivity.probe());
  const message = 'Сбой на сервере. Изменения сохраняются на устройстве';
  await waitFor(() => expect(toastStore.getState()).toMatchObject({ message, isVisible: true }));
  server.answers['GET /health'] = health;
  await act(() => connectivity.probe());
  await waitFor(() => expect(toastStore.getState().message).toBe('Сервер снова работает'));
});

test('a person is not added offline: the form says why, keeps what is typed, and goes on once online', async () => {
  const { server, person } = open('admin');
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await screen.findByRole('dialog', { name: 'Новый пользователь' }));
  await person.type(form.getByLabelText('Фамилия, имя, отчество'), 'Смирнова Ольга');
  await loseLine(server);
  const add = form.getByRole('button', { name: 'Добавить' });
  await waitFor(() => expect(add).toHaveAccessibleDescription(/^Нужно подключение/));
  await person.click(add);
  await person.type(await form.findByLabelText('Фамилия, имя, отчество'), '{Enter}');
  expect(server.received.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(form.getByLabelText('Фамилия, имя, отчество')).toHaveValue('Смирнова Ольга');
  server.answers['GET /health'] = health;
  await act(() => connectivity.probe());
  await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
});

test('a broken event stream reveals at once that the connection is lost', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': health,
    'GET /me': () => Response.json({ data: { id: '7', role: 'secretary', name: 'Петрова Анна' } }),
    'GET /events': () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  openApp('/main/settings');
  await screen.findByLabelText('Фамилия, имя, отчество');
  await waitFor(() => expect(stream).toBeDefined());
  server.answers['GET /health'] = noConnection;
  server.answers['GET /events'] = noConnection;
  stream?.error(new TypeError('network error'));
  expect(await screen.findByRole('button', { name: /^Нет связи/ })).toBeVisible();
});
