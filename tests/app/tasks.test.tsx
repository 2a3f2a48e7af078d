import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createTask } from '#src/data/task/mutations.ts';
import { mutate } from '#src/sync/mutations/mutate.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { endUndo } from './support/end-undo.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const report = {
  id: 't1',
  status: 'new',
  title: 'Подготовить отчёт',
  protocol_id: 'p1',
  assignee_id: 'u2',
  due_at: '2020-01-10T00:00:00Z',
};

function open(rows: object[] = [report], answers: Parameters<typeof fakeServer>[0] = {}, address = '?tab=tasks') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /protocols/tasks': () => pageOf(rows),
    'GET /protocols/p1': () => Response.json({ data: { id: 'p1', stage: 'finish', title: 'Совещание по бюджету' } }),
    'GET /users/u2': () => Response.json({ data: { id: 'u2', name: 'Орлова Елена Викторовна' } }),
    ...answers,
  });
  return { server, ...openApp(`/main/protocols${address}`) };
}

const row = () => screen.findByRole('row', { name: /Подготовить отчёт/ });

test('a row shows title, assignee, deadline, protocol, and in words that it is overdue', async () => {
  open();
  expect(await row()).toHaveTextContent(/Просрочено на [\d\s]+д(ень|ня|ней)до 10 января 2020/);
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toHaveAttribute(
    'href',
    '/main/protocols/p1',
  );
  await waitFor(async () => expect(await row()).toHaveTextContent('Орлова Е. В.'));
  expect(screen.getByRole('combobox', { name: 'Статус: Подготовить отчёт' })).toHaveValue('new');
  expect(screen.getByRole('link', { name: 'Поручения' })).toHaveAttribute('aria-current', 'page');
});

test('protocols that are called the same are told apart by their number', async () => {
  open([{ ...report, protocol_title: 'Планёрка', protocol_number: '12' }]);
  expect(await screen.findByRole('link', { name: /^№\s12 · Планёрка$/ })).toHaveAttribute('href', '/main/protocols/p1');
});

test('the tab, the page and the search are in the address and asked for by fifteen', async () => {
  const { server, person, address } = open([report], {
    'GET /protocols/tasks': ({ query }) => pageOf([report], 40, Number(query.get('page'))),
  });
  await person.click(await screen.findByRole('link', { name: 'Вперёд' }));
  await waitFor(() => expect(address()).toBe('/main/protocols?tab=tasks&page=2'));
  await person.type(screen.getByRole('searchbox', { name: 'Поиск по поручениям' }), 'отчёт{Enter}');
  await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('search')).toBe('отчёт'));
  expect(new URLSearchParams(address().split('?')[1]).get('tab')).toBe('tasks');
  const asked = server.received.filter(({ path }) => path === '/protocols/tasks').map(({ query }) => query);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ limit: '15', page: '1' });
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ limit: '15', page: '1', search: 'отчёт' });
});

test('a status is changed in place by a body of status alone, and said', async () => {
  let status = 'new';
  const { server, person } = open([], {
    'GET /protocols/tasks': () => pageOf([{ ...report, status }]),
    'PUT /protocols/tasks/t1': () => {
      status = 'done';
      return Response.json({ data: { ...report, status } });
    },
  });
  await person.selectOptions(await screen.findByRole('combobox', { name: /^Статус/ }), 'Выполнено');
  expect(await screen.findByText('Подготовить отчёт: Выполнено')).toHaveAttribute('role', 'status');
  const put = server.received.find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({ status: 'done' });
  expect(await row()).not.toHaveTextContent('Просрочено');
});

test('the last status chosen is the one saved, also while an earlier one is being sent', async () => {
  let status: unknown = 'new';
  const answer = Promise.withResolvers<void>();
  const { server, person } = open([], {
    'GET /protocols/tasks': () => pageOf([{ ...report, status }]),
    'PUT /protocols/tasks/t1': async ({ body }) => {
      await answer.promise;
      status = (body as typeof report).status;
      return Response.json({ data: { ...report, status } });
    },
  });
  const choice = await screen.findByRole('combobox', { name: /^Статус/ });
  await person.selectOptions(choice, 'В работе');
  const puts = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(puts()).toHaveLength(1));
  await person.selectOptions(choice, 'Выполнено');
  expect(choice).toHaveDisplayValue('Выполнено');
  answer.resolve();
  expect(await screen.findByText('Подготовить отчёт: Выполнено')).toHaveAttribute('role', 'status');
  expect(puts()).toEqual([{ status: 'in_progress' }, { status: 'done' }]);
  expect(choice).toHaveDisplayValue('Выполнено');
});

test('a refused status is reverted, with the reason at the control', async () => {
  const { person } = open([report], { 'PUT /protocols/tasks/t1': () => refuse(403, 'forbidden', 'Недостаточно прав') });
  const choice = await screen.findByRole('combobox', { name: /^Статус/ });
  await person.selectOptions(choice, 'В работе');
  expect(await screen.findByRole('alert')).toHaveTextContent('Статус не сохранён. Недостаточно прав');
  expect(choice).toHaveValue('new');
  expect(choice).toHaveAccessibleDescription(/Недостаточно прав/);
});

test('a task is deleted at once; one that is gone already counts as deleted', async () => {
  let rows: object[] = [report];
  const { person } = open([], {
    'GET /protocols/tasks': () => pageOf(rows),
    'DELETE /protocols/tasks/t1': () => {
      rows = [];
      return refuse(404, 'not_found', 'Не найдено');
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Действия: Подготовить отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Поручений пока нет')).toBeVisible();
  expect((await screen.findByText('Поручение удалено')).parentElement).toHaveAttribute('role', 'status');
  await endUndo();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(await screen.findByText('Поручений пока нет')).toBeVisible();
});

test('offline a list that was never loaded says that it shows only unsent tasks, and has no pages', async () => {
  const { person } = open([], { 'GET /health': noConnection, 'GET /protocols/tasks': noConnection });
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  const fields = { title: 'Заказать зал', assignee_id: null, due_at: null, agenda_id: null };
  await mutate(createTask, { id: 't9', protocolId: 'p1', protocolTitle: 'Совет', fields, people: [] });
  expect(await screen.findByRole('row', { name: /Заказать зал/ })).toBeVisible();
  expect(
    screen.getByText(
      'Показано только то, что ещё не отправлено: остальные поручения появятся, когда вернётся подключение.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Страницы' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Действия: Заказать зал' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Заказать зал/ })).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('row', { name: /Заказать зал/ })).toBeVisible();
});

test('id and status are enough, numeric ids and an unknown status too', async () => {
  const { server, person } = open([], {
    'GET /protocols/tasks': () => Response.json({ data: { data: [{ id: 5, status: 'paused' }] } }),
    'PUT /protocols/tasks/5': () => Response.json({ data: { id: 5, status: 'done' } }),
  });
  const choice = await screen.findByRole('combobox', { name: 'Статус: Поручение без названия' });
  expect(choice).toHaveDisplayValue('paused');
  expect(screen.getByRole('row', { name: /без названия/ })).toHaveTextContent('Не назначен');
  await person.selectOptions(choice, 'Выполнено');
  await waitFor(() => expect(server.received.some(({ method }) => method === 'PUT')).toBe(true));
});

test('an answer that is no array is reported; an empty search links to all tasks', async () => {
  const { person, server } = open(
    [],
    { 'GET /protocols/tasks': () => Response.json({ data: 1 }) },
    '?tab=tasks&search=а',
  );
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Response data is not an array');
  server.answers['GET /protocols/tasks'] = () => pageOf([]);
  await person.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: 'Показать все поручения' })).toHaveAttribute(
    'href',
    '/main/protocols?tab=tasks',
  );
});

test('one click, Space or Enter marks a task as done, and another restores its status', async () => {
  let status: unknown = 'new';
  const { server, person } = open([], {
    'GET /protocols/tasks': () => pageOf([{ ...report, status }]),
    'PUT /protocols/tasks/t1': ({ body }) => {
      status = (body as typeof report).status;
      return Response.json({ data: { ...report, status } });
    },
  });
  const check = await screen.findByRole('checkbox', { name: 'Выполнено: Подготовить отчёт' });
  const puts = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await person.click(check);
  expect(await screen.findByText('Подготовить отчёт: Выполнено')).toHaveAttribute('role', 'status');
  expect(check).toBeChecked();
  expect(screen.getByRole('combobox', { name: /^Статус/ })).toHaveDisplayValue('Выполнено');
  await person.keyboard(' ');
  expect(await screen.findByText('Подготовить отчёт: Новое')).toHaveAttribute('role', 'status');
  await waitFor(() => expect(check).not.toBeChecked());
  expect(check).toHaveFocus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(puts()).toEqual([{ status: 'done' }, { status: 'new' }, { status: 'done' }]));
});

test('the tasks behind a figure of the home screen are listed: by any status, as of the end of a day', async () => {
  const capabilities = ['client-ids', 'idempotency', 'tasks', 'search', 'reading'];
  const health = () => Response.json({ status: 'ok', capabilities });
  const { server, person } = open([report], { 'GET /health': health }, '?tab=tasks&status=new&on=2025-03-20');
  await row();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Статус' })).toHaveDisplayValue('Новые'));
  const last = () => server.received.findLast(({ path }) => path === '/protocols/tasks')?.query;
  await waitFor(() => expect(Object.fromEntries(last() ?? [])).toMatchObject({ status: 'new', date: '2025-03-20' }));
  expect(await screen.findByRole('group', { name: 'Какими были на дату' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Снять отбор' }));
  await waitFor(() => expect(last()?.has('date')).toBe(false));
});

test('another provider is offered no status filter, and asked for all tasks', async () => {
  const { server } = open([report], {}, '?tab=tasks&status=done');
  await row();
  expect(screen.queryByRole('combobox', { name: 'Статус' })).toBeNull();
  const asked = server.received.filter(({ path }) => path === '/protocols/tasks').map(({ query }) => query);
  // It is asked again where the visit before was to a server that sorts them.
  expect(new Set(asked.map((query) => query.toString()))).toEqual(new Set(['limit=15&page=1']));
});

test('of ten thousand rows only those near the viewport are rendered, and the table states the total', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ id: `t${n}`, status: 'new', title: `Поручение ${n}` }));
  open(many);
  const table = await screen.findByRole('table', { name: 'Поручения' });
  await waitFor(() => expect(table).toHaveAttribute('aria-rowcount', '10001'));
  expect(within(table).queryAllByRole('row').length).toBeLessThan(200);
});

test('another provider is not asked for open tasks of earlier protocols', async () => {
  signInAs('secretary');
  const server = fakeServer({
    'GET /protocols/p1': () => Response.json({ data: { id: 'p1', stage: 'finish', tasks: [], members: [] } }),
    'GET /protocols': () => pageOf([]),
  });
  openApp('/main/protocols/p1');
  await screen.findByText('Поручений в этом протоколе нет.');
  expect(screen.queryByRole('region', { name: 'Открытые поручения прошлых протоколов' })).toBeNull();
  expect(server.received.map(({ path }) => path)).not.toContain('/protocols/p1/earlier-tasks');
});
