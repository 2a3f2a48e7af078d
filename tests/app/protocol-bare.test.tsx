import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

/**
 * Opens a protocol of a provider that sends only what the specification names: numeric ids, no names, no capabilities.
 */
function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  let members = [{ member_id: 12 }];
  const server = fakeServer({
    'GET /health': () => refuse(404, 'not_found', 'Нет'),
    'GET /protocols': () => Response.json({ data: { data: [{ id: 5, stage: 'success_video_process' }] } }),
    'GET /protocols/5': () => Response.json({ data: { id: 5, stage: 'success_video_process' } }),
    'GET /protocols/5/members': () => Response.json({ data: { data: members } }),
    'GET /protocols/tasks': () =>
      Response.json({
        data: [
          { id: 1, status: 'new', protocol_id: 5 },
          { id: 2, status: 'done', protocol_id: 6 },
        ],
      }),
    'GET /users': () => Response.json({ data: [{ id: 12 }, { id: 13 }] }),
    'GET /meetings': () => Response.json({ data: [] }),
    'POST /protocols/5/members': () => {
      members = [...members, { member_id: 13 }];
      return Response.json({ data: {} }, { status: 200 });
    },
    'DELETE /protocols/members/12': () => {
      members = members.filter(({ member_id }) => member_id !== 12);
      return new Response(null, { status: 204 });
    },
    'PUT /protocols/tasks/1': () => Response.json({ data: { id: 1, status: 'done' } }),
    'PUT /protocols/5': () => Response.json({ data: { id: 5, stage: 'success_video_process' } }),
    ...answers,
  });
  return { server, ...openApp('/main/protocols/5') };
}

test('an edit of a task sends all that is known, its status too', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Действия: Поручение без названия' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Отчёт');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(server.received.some(({ method }) => method === 'PUT')).toBe(true));
  expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
    title: 'Отчёт',
    status: 'new',
    assignee_id: null,
    due_at: null,
    agenda_id: null,
  });
});

test('tasks are filtered from the list of all tasks; members come from their own call', async () => {
  const { person, server } = open();
  expect(await screen.findByRole('heading', { name: 'Протокол без названия' })).toBeVisible();
  expect(await screen.findAllByRole('combobox', { name: 'Статус: Поручение без названия' })).toHaveLength(1);
  await person.selectOptions(screen.getByRole('combobox', { name: /^Статус/ }), 'Выполнено');
  await waitFor(() => expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'done' }));
  await person.click(screen.getByRole('tab', { name: /Участники/ }));
  expect(await screen.findByText('Пользователь 12')).toBeVisible();
});

test.each([{}, { body_id: 7 }])('a protocol of which nothing is known says so, with %o too', async (change) => {
  const bare = { id: 5, stage: 'success_video_process', ...change };
  open({
    'GET /protocols/5': () => Response.json({ data: bare }),
    'GET /protocols/5/members': () => Response.json({ data: [] }),
  });
  expect(await screen.findByText('Дата и место не указаны')).toBeVisible();
});

test('a member is sent as the specification names it, and removed by the number of the user', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('tab', { name: /Участники/ }));
  await person.click(await screen.findByRole('combobox', { name: 'Добавить участника' }));
  await person.keyboard('{ArrowDown}');
  await person.click(await screen.findByRole('option', { name: 'Пользователь 13' }));
  await person.click(await screen.findByRole('button', { name: 'Добавить' }));
  expect(await screen.findByRole('button', { name: 'Убрать: Пользователь 13' })).toBeVisible();
  await waitFor(() => expect(server.received.find(({ method }) => method === 'POST')?.body).toEqual({ member_id: 13 }));
  expect(await screen.findByText(/^Участник добавлен/)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Убрать: Пользователь 12' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Убрать: Пользователь 12' })).toBeNull());
});

test('kinds that the provider would not store are not offered; a repeated member is reported as one', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('tab', { name: /Участники/ }));
  await screen.findByRole('button', { name: 'Убрать: Пользователь 12' });
  const field = await screen.findByRole('combobox', { name: 'Добавить участника' });
  await person.click(field);
  await person.keyboard('{ArrowDown}');
  await person.click(await screen.findByRole('option', { name: 'Пользователь 12' }));
  await person.selectOptions(await screen.findByRole('combobox', { name: 'В качестве' }), 'Приглашён');
  await person.click(screen.getByRole('button', { name: 'Добавить' }));
  expect(field).toHaveAccessibleDescription('Уже в списке участников');
  expect(screen.queryByRole('button', { name: /^Изменить вид участия/ })).toBeNull();
  expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('unknown fields are sent back unchanged, without a version', async () => {
  const { person, server } = open({
    'GET /protocols/5': () =>
      Response.json({ data: { id: 5, stage: 'no_video', title: 'Планёрка', place: 'Москва', colour: { red: 1 } } }),
  });
  await person.click(await screen.findByRole('button', { name: 'Вопрос повестки' }));
  await person.type(await screen.findByLabelText('Вопрос'), 'О смете');
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(server.received.some(({ method }) => method === 'PUT')).toBe(true));
  const body = server.received.find(({ method }) => method === 'PUT')?.body;
  expect(body).toMatchObject({
    title: 'Планёрка',
    place: 'Москва',
    colour: { red: 1 },
    agenda: [{ title: 'О смете' }],
  });
  expect(body).not.toHaveProperty('version');
});

test('a summary without a source is shown without a guess', async () => {
  const { person } = open({ 'GET /protocols/5/summary': () => Response.json({ data: { text: 'Смету утвердили.' } }) });
  await person.click(await screen.findByRole('tab', { name: 'Итоги' }));
  expect(await screen.findByText('Смету утвердили.')).toBeVisible();
  expect(screen.queryByText(/проверьте перед отправкой/)).toBeNull();
});
