import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { decisionTaskId } from '#src/features/protocol/tasks/decision-task-id.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { session } from '#src/sync/page/session.ts';
import { endUndo } from './support/end-undo.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'tasks', 'agenda-tasks'];
const earlier = {
  ...{ id: 'e1', status: 'new', title: 'Проверить щиты', due_at: '2020-01-10', assignee_id: 'u2' },
  ...{ assignee_name: 'Ким Дмитрий Олегович', protocol_id: 'p0', protocol_number: '12', agenda_position: 2 },
};
const decisions = [{ id: 'd1', text: 'Ким Д. О. готовит смету до 05.12.2036', evidence: { start: 12 } }];

/** Opens a protocol with a decision, to which an earlier protocol left a task. */
function open(answers: Parameters<typeof fakeServer>[0] = {}, before: object[] = []) {
  signInAs('secretary');
  let tasks = before;
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p1': () =>
      Response.json({
        data: {
          ...{
            id: 'p1',
            stage: 'success_video_process',
            title: 'Планёрка',
            version: 1,
            held_at: '2036-11-20T10:00:00Z',
          },
          ...{ members: [{ id: 'm1', member_id: 'u2', name: 'Ким Дмитрий Олегович' }], tasks },
          agenda: [{ id: 'a1', title: 'О смете', decisions }],
        },
      }),
    'GET /protocols/p1/earlier-tasks': () => Response.json({ data: [earlier] }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([{ id: 'u2', name: 'Ким Дмитрий Олегович' }]),
    'POST /protocols/p1/tasks': ({ body }) => {
      tasks = [...tasks, { status: 'new', ...(body as object) }];
      return Response.json({ data: tasks.at(-1) }, { status: 201 });
    },
    'PUT /protocols/p1': () => Response.json({ data: { id: 'p1', stage: 'success_video_process', version: 2 } }),
    ...answers,
  });
  const posted = () => server.received.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { server, posted, ...openApp('/main/protocols/p1') };
}

const made = 'Поручение из решения 1.1.';
const sheet = () => within(screen.getByRole('list', { name: 'Повестка дня' }));
const cut = (server: { answers: object }) => {
  Object.assign(server.answers, { 'POST /protocols/p1/tasks': noConnection, 'GET /health': noConnection });
  connectivity.reportFailure();
};

test('one press makes a decision a task: assignee and deadline are its chips, and it is shown once', async () => {
  const { person, posted } = open();
  (await screen.findByRole('button', { name: made })).focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject({
    ...{ title: 'Готовит смету', assignee_id: 'u2', agenda_id: 'a1', decision_id: 'd1', evidence: { start: 12 } },
    // Another device would create it under the same id.
    id: await decisionTaskId('p1', 'd1'),
    due_at: expect.stringMatching(/^2036-12-05T23:59:00[+-]/),
  });
  const owner = await sheet().findByRole('button', { name: /^Ответственный Ким\sД\.\sО\.: Готовит смету$/ });
  await waitFor(() => expect(owner).toHaveFocus());
  expect(sheet().getByRole('button', { name: /^Срок до 5 декабря 2036\s?г?\.?: Готовит смету$/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: made })).toBeNull();
  expect(sheet().queryByRole('heading', { name: 'Поручили' })).toBeNull();
  const list = await screen.findByRole('list', { name: 'Поручения протокола' });
  expect(await within(list).findByText('из решения по вопросу 1')).toBeVisible();
});

test('offline, a press (even a double one) queues one task, and a click on the toast cancels it', async () => {
  const { person, posted, server } = open();
  const button = await screen.findByRole('button', { name: made });
  cut(server);
  await person.dblClick(button);
  await sheet().findByRole('button', { name: /^Ответственный Ким/ });
  expect(outbox.list().map(({ kind }) => kind)).toEqual(['task.create']);
  await person.click(await screen.findByRole('button', { name: /Нажмите здесь, чтобы отменить/ }));
  expect(await sheet().findByRole('button', { name: made })).toBeVisible();
  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities });
  await act(async () => connectivity.reportSuccess());
  await endUndo();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(posted()).toEqual([]);
});

test('missing data is asked for: the chip opens the form at its field', async () => {
  const { person, server } = open();
  server.answers['GET /protocols/p1'] = () =>
    Response.json({
      data: {
        ...{ id: 'p1', stage: 'success_video_process', title: 'Планёрка', version: 1 },
        tasks: [
          { id: 't1', status: 'new', title: 'Собрать подписи', agenda_id: 'a1', decision_id: 'd1', priority: 'high' },
        ],
        agenda: [{ id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Собрать подписи' }] }],
      },
    });
  await person.click(await screen.findByRole('button', { name: 'Кому поручено: Собрать подписи' }));
  expect(sheet().getByText('Высокий приоритет')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Ответственный' })).toHaveFocus());
  await person.click(screen.getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Кому поручено: Собрать подписи' })).toHaveFocus());
  await person.click(screen.getByRole('button', { name: 'Какой срок: Собрать подписи' }));
  await waitFor(() => expect(screen.getByRole('group', { name: 'Срок' }).contains(document.activeElement)).toBe(true));
});

test('the task of a decision is edited and removed by a menu, shown when its row is hovered', async () => {
  const { person, posted } = open();
  await person.click(await screen.findByRole('button', { name: made }));
  await waitFor(() => expect(posted()).toHaveLength(1));
  const actions = await sheet().findByRole('button', { name: 'Действия с поручением: Готовит смету' });
  expect(actions).toHaveClass('action');
  expect(sheet().queryByRole('button', { name: /^Убрать|^Удалить/ })).toBeNull();
  await person.click(actions);
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить поручение' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Ответственный' })).toHaveFocus());
  await person.click(screen.getByRole('button', { name: 'Отмена' }));
  await person.click(await sheet().findByRole('button', { name: 'Действия с поручением: Готовит смету' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Убрать поручение' }));
  await waitFor(() => expect(screen.getByRole('button', { name: made })).toHaveFocus());
});

test('an existing duplicate task can be joined with its decision, also offline', async () => {
  const double = { id: 't1', status: 'new', title: 'ГОТОВИТ смету', assignee_id: 'u2', agenda_id: 'a1' };
  const { person, server } = open({ 'PUT /protocols/tasks/t1': noConnection }, [double]);
  const join = await screen.findByRole('button', { name: 'Объединить с решением 1.1: ГОТОВИТ смету' });
  cut(server);
  await person.click(join);
  expect(await sheet().findByRole('button', { name: /^Ответственный Ким\sД\.\sО\.: ГОТОВИТ смету$/ })).toBeVisible();
  expect(sheet().queryByRole('heading', { name: 'Поручили' })).toBeNull();
  expect(outbox.list()[0]?.request).toMatchObject({ method: 'PUT' });
  expect(outbox.list()[0]?.variables).toMatchObject({ fields: { decision_id: 'd1' } });
});

test('a press on a decision with a duplicate task links that task and creates none', async () => {
  const double = { id: 't1', status: 'new', title: 'Готовит смету', agenda_id: 'a1', assignee_id: 'u2' };
  const { person, posted, server } = open(
    { 'PUT /protocols/tasks/t1': ({ body }) => Response.json({ data: { ...double, ...(body as object) } }) },
    [double],
  );
  await person.click(await screen.findByRole('button', { name: made }));
  await waitFor(() => expect(server.received.some(({ method }) => method === 'PUT')).toBe(true));
  expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({ decision_id: 'd1' });
  expect(posted()).toEqual([]);
});

test('an open task of an earlier protocol is taken over with its origin, also offline', async () => {
  const { person, posted, server } = open();
  const section = await screen.findByRole('region', { name: 'Открытые поручения прошлых протоколов' });
  expect(await within(section).findByRole('link', { name: 'протокол № 12, п. 2' })).toHaveAttribute(
    'href',
    '/main/protocols/p0',
  );
  server.answers['POST /protocols/p1/tasks'] = noConnection;
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await person.click(within(section).getByRole('button', { name: 'Взять на контроль: Проверить щиты' }));
  const list = screen.getByRole('list', { name: 'Поручения протокола' });
  expect(await within(list).findByText('перенесено: протокол № 12, п. 2')).toBeVisible();
  expect(await within(list).findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Открытые поручения прошлых протоколов' })).toBeNull(),
  );
  expect(posted()).toEqual([]);
});

test('an earlier task becomes a question of the agenda together with a new task in one mutation', async () => {
  const { person, posted, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Внести в повестку: Проверить щиты' }));
  const puts = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(puts()).toHaveLength(1));
  const [put] = puts() as [{ agenda: { id: string; title: string }[] }];
  expect(put.agenda.map(({ title }) => title)).toEqual(['О смете', 'О выполнении поручения: Проверить щиты']);
  expect(put).toMatchObject({
    version: 1,
    new_task: {
      ...{ id: expect.any(String), title: 'Проверить щиты', agenda_id: put.agenda[1]?.id, assignee_id: 'u2' },
      ...{ origin: 'протокол № 12, п. 2', origin_task_id: 'e1' },
    },
  });
  expect(posted()).toEqual([]);
});

test('offline the question and its task appear at once, as one queued mutation', async () => {
  const { person, server } = open();
  const button = await screen.findByRole('button', { name: 'Внести в повестку: Проверить щиты' });
  server.answers['PUT /protocols/p1'] = noConnection;
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await person.click(button);
  const list = screen.getByRole('list', { name: 'Поручения протокола' });
  expect(await within(list).findByText('по вопросу 2 · перенесено: протокол № 12, п. 2')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /О выполнении поручения: Проверить щиты/ })).toBeVisible();
  expect(outbox.list()).toHaveLength(1);
  expect(outbox.list()[0]?.title).toMatch(/вопрос «О выполнении поручения: Проверить щиты» с поручением$/);
});

test('a refused one is corrected with its task, and a server that lost the capability is sent nothing', async () => {
  const { person, server, router } = open();
  const puts = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const button = await screen.findByRole('button', { name: 'Внести в повестку: Проверить щиты' });
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await person.click(button);
  await waitFor(() => expect(outbox.list()).toHaveLength(1));
  server.answers['GET /health'] = () =>
    Response.json({ status: 'ok', capabilities: capabilities.filter((each) => each !== 'agenda-tasks') });
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  expect(outbox.list()[0]?.fault?.message).toMatch(/^Сервер больше не умеет/);
  expect(puts()).toEqual([]);
  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities });
  await act(() => router.navigate(`/main/protocols/p1?write=${outbox.list()[0]?.id}`));
  const form = await screen.findByRole('form', { name: 'Вопрос 2' });
  await person.type(within(form).getByLabelText('Вопрос'), '!');
  await person.click(within(form).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({
    agenda: [{}, { title: 'О выполнении поручения: Проверить щиты!' }],
    new_task: { title: 'Проверить щиты', origin_task_id: 'e1' },
  });
});

test('a server that takes no task with an edit is sent the question, and then its task', async () => {
  // In a separate session: the provider is asked once in each.
  await session.save({ token: 'another' });
  const { person, posted, server } = open({
    'GET /health': () =>
      Response.json({ status: 'ok', capabilities: capabilities.filter((each) => each !== 'agenda-tasks') }),
  });
  await person.click(await screen.findByRole('button', { name: 'Внести в повестку: Проверить щиты' }));
  await waitFor(() => expect(posted()).toHaveLength(1));
  const put = server.received.find(({ method }) => method === 'PUT')?.body as { agenda: { id: string }[] };
  expect(put).not.toHaveProperty('new_task');
  expect(posted()[0]).toMatchObject({ agenda_id: put.agenda[1]?.id, origin_task_id: 'e1' });
});

test('a task has a priority, which is shown where it is not the normal one', async () => {
  const { person, posted } = open();
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  expect(screen.getByLabelText('Приоритет')).toHaveDisplayValue('Обычный');
  await person.selectOptions(screen.getByLabelText('Приоритет'), 'Высокий');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByText('Высокий приоритет')).toBeVisible();
  await waitFor(() => expect(posted()).toMatchObject([{ title: 'Купить стол', priority: 'high' }]));
});

test('assignee and deadline in a decision are shown while it is written, before it becomes a task', async () => {
  const { person } = open();
  const agenda = within(await screen.findByRole('list', { name: 'Повестка дня' }));
  await person.click(agenda.getByText(/готовит смету/));
  const text = await screen.findByLabelText('Решение 1');
  const make = await screen.findByRole('button', { name: made });
  await waitFor(() => expect(make).toHaveAccessibleDescription(/^Ким\sД\.\sО\. до 5\sдекабря\s2036/));
  await person.clear(text);
  await person.type(text, 'Проверить смету через неделю');
  await waitFor(() => expect(make).toHaveAccessibleDescription(/^до 27\sноября\s2036/));
  await person.clear(text);
  await waitFor(() => expect(make).not.toHaveAccessibleDescription());
});
