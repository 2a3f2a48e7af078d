import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

// A provider that implements the specification and has no handshake.
function open(role: string, address: string, answers: Parameters<typeof fakeServer>[0]) {
  signInAs(role);
  const server = fakeServer({ 'GET /health': () => refuse(404, 'not_found', 'Нет'), ...answers });
  const sent = (method: string, path: string) =>
    server.received.find((call) => call.method === method && call.path === path);
  return { server, sent, ...openApp(address) };
}

const list = (rows: object[]) => Response.json({ data: rows });

test('people without names are shown by id, and a change sends back all known fields', async () => {
  const { person, sent } = open('secretary', '/main/settings/users', {
    'GET /users': () => list([{ id: 12 }]),
    'GET /users/12': () => Response.json({ data: { id: 12, name: 'Ким', grade: 3 } }),
    'PUT /users/12': () => Response.json({ data: { id: 12 } }),
  });
  await person.click(await screen.findByRole('button', { name: 'Пользователь 12' }));
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByLabelText('Фамилия, имя, отчество')).toHaveValue('Ким');
  await person.type(form.getByLabelText('Телефон'), '123');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(sent('PUT', '/users/12')?.body).toEqual({ name: 'Ким', grade: 3, phone: '123' }));
});

test('where it is unknown whether a person is blocked, both actions are offered', async () => {
  const { person, sent } = open('admin', '/main/settings/users', {
    'GET /users': () => list([{ id: 12 }]),
    'GET /users/12': () => Response.json({ data: { id: 12 } }),
    'PUT /users/12': () => Response.json({}),
  });
  await person.click(await screen.findByRole('button', { name: 'Действия: Пользователь 12' }));
  const actions = await screen.findAllByRole('menuitem');
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Изменить', 'Разблокировать', 'Заблокировать']);
  await person.click(screen.getByRole('menuitem', { name: 'Заблокировать' }));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Заблокировать' }));
  await waitFor(() => expect(sent('PUT', '/users/12')?.body).toEqual({ is_blocked: true }));
});

test('a person is added without a client id', async () => {
  const { person, sent } = open('secretary', '/main/settings/users', {
    'GET /users': () => list([]),
    'POST /users': () => Response.json({ data: { id: 13 } }),
  });
  await person.click(await screen.findByRole('button', { name: 'Добавить внешнего участника' }));
  const form = within(await screen.findByRole('dialog'));
  await person.type(form.getByLabelText('Фамилия, имя, отчество'), 'Ким');
  await person.type(form.getByLabelText('E-mail'), 'kim@example.ru{Enter}');
  await waitFor(() =>
    expect(sent('POST', '/users')?.body).toEqual({ name: 'Ким', email: 'kim@example.ru', role: 'external' }),
  );
});

test('without a filter by role, a search that finds nobody of the role asks for a fuller name', async () => {
  const crowd = Array.from({ length: 20 }, (_, id) => ({ id, name: `Ким ${id}`, role: 'external' }));
  const { person, server } = open('admin', '/main/settings/users', {
    'GET /users': ({ query }) => list(query.get('search') === 'белова' ? crowd.slice(0, 3) : crowd),
  });
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await screen.findByRole('dialog'));
  await person.click(await form.findByRole('combobox', { name: 'Руководитель' }));
  await person.keyboard('{ArrowDown}');
  expect(await screen.findByText('Среди первых найденных нет руководителей. Введите имя полнее.')).toBeVisible();
  await person.keyboard('белова');
  expect(await screen.findByText('Никого не нашли')).toBeVisible();
  expect(server.received.filter(({ query }) => query.has('role'))).toEqual([]);
});

test("one's own profile with only an id and a role is changed by PUT /users/{id}", async () => {
  const { person, sent } = open('external', '/main/settings', {
    'GET /me': () => Response.json({ data: { id: 7, role: 'external' } }),
    'PUT /users/7': () => Response.json({ data: { id: 7 } }),
  });
  await person.type(await screen.findByLabelText('Фамилия, имя, отчество'), 'Смирнов Павел');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(sent('PUT', '/users/7')?.body).toEqual({ role: 'external', name: 'Смирнов Павел' }));
  expect(await screen.findByText(/^Сохранено в /)).toBeVisible();
});

test("one's own password is changed by the link that the specification names", async () => {
  const { person, sent, server } = open('manager', '/main/settings', {
    'GET /me': () => Response.json({ data: { id: 7, role: 'manager', email: 'belova@example.ru' } }),
    'POST /change-password/send-link': () =>
      Response.json({ message: 'Почта не работает', errors: { email: ['Адрес не подходит'] } }, { status: 422 }),
  });
  const form = within(await screen.findByRole('region', { name: 'Пароль' }));
  await waitFor(() => expect(form.getByLabelText('E-mail для ссылки')).toHaveValue('belova@example.ru'));
  expect(form.queryByLabelText('Нынешний пароль')).toBeNull();
  const send = form.getByRole('button', { name: 'Отправить ссылку для сброса пароля' });
  await person.click(send);
  expect(await form.findByText('Почта не работает')).toBeVisible();
  server.answers['POST /change-password/send-link'] = () => Response.json({});
  await person.click(send);
  expect(await form.findByText('Инструкции по сбросу пароля отправлены на ваш email.')).toBeVisible();
  expect(sent('POST', '/change-password/send-link')?.body).toEqual({ email: 'belova@example.ru' });
});

test('keywords without names are shown by id, and a rename sends unknown fields back', async () => {
  const { person, sent } = open('secretary', '/main/settings/keywords', {
    'GET /keywords': () => list([{ id: 3, weight: 2 }]),
    'PUT /keywords/3': () => Response.json({ data: { id: 3 } }),
    'POST /keywords': () => Response.json({ data: { id: 4 } }),
  });
  await person.click(await screen.findByRole('button', { name: 'Переименовать: Ключевое слово 3' }));
  await person.keyboard('бюджет{Enter}');
  await waitFor(() => expect(sent('PUT', '/keywords/3')?.body).toEqual({ weight: 2, name: 'бюджет' }));
  await person.type(screen.getByLabelText('Новое ключевое слово'), 'срок{Enter}');
  await waitFor(() => expect(sent('POST', '/keywords')?.body).toEqual({ name: 'срок' }));
});

test('when the statistics name no secretaries, they come from the list of people', async () => {
  const { person, sent } = open('manager', '/main/secretaries', {
    'GET /stats/manager/all': () => Response.json({ data: {} }),
    'GET /users': () => list([{ id: 7 }, { id: 12 }, { id: 13, role: 'external' }]),
    'GET /stats/secretary/meetings': () => list([]),
    'GET /stats/secretary/12/entities': () => Response.json({ data: {} }),
    'GET /stats/secretary/12/tasks': () => Response.json({ data: {} }),
  });
  const table = within(await screen.findByRole('table', { name: 'Секретари' }));
  expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Пользователь 12']);
  expect(screen.getByText('Сервер не прислал показателей')).toBeVisible();
  await person.click(table.getByRole('link'));
  await waitFor(() => expect(sent('GET', '/stats/secretary/12/tasks')).toBeDefined());
  expect(await screen.findByRole('heading', { name: 'Пользователь 12' })).toHaveFocus();
  await person.click(screen.getByRole('link', { name: 'Показатели' }));
  expect(await screen.findByText('В эти дни встреч нет.')).toBeVisible();
  expect(screen.getByText('Сервер не прислал показателей')).toBeVisible();
  for (const path of ['/stats/manager/period', '/stats/secretary/12/meetings'])
    expect(sent('GET', path)).toBeUndefined();
});

test('when the statistics name the secretaries, shares are of all tasks and no call exceeds the specification', async () => {
  const { sent } = open('manager', '/main/secretaries?view=charts&date=2026-11-01', {
    'GET /stats/manager/all': () =>
      Response.json({
        data: {
          ...{ tasks: 8, done_tasks: 1, overdue_tasks: 2 },
          by_secretary: [
            { id: 12, name: 'Петрова', tasks: 5, overdue_tasks: 0 },
            { id: 14, name: 'Ёлкина', tasks: 3, done_tasks: 1, overdue_tasks: 2 },
          ],
        },
      }),
    'GET /stats/secretary/meetings': () => list([{ date: '2026-11-02', count: 2 }]),
  });
  const rows = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect((await rows('Просроченные поручения за всё время')).slice(1)).toEqual([
    ['Все секретари', '8', '1', '2', '25,0'],
    ['Ёлкина', '3', '1', '2', '66,7'],
    ['Петрова', '5', '—', '0', '0,0'],
  ]);
  expect((await rows('Загрузка по дням недели'))[1]).toEqual(['Понедельник', '2', '5', '0,4']);
  expect(sent('GET', '/stats/manager/period')).toBeUndefined();
});
