import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { session } from '#src/sync/page/session.ts';
import { fakeServer, noLine, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'tasks', 'agenda-tasks'];
const earlier = {
  ...{ id: 'e1', status: 'new', title: 'Проверить щиты', due_at: '2020-01-10', assignee_id: 'u2' },
  ...{ assignee_name: 'Ким Дмитрий Олегович', protocol_id: 'p0', protocol_number: '12', agenda_position: 2 },
};
const decisions = [{ id: 'd1', text: 'Ким Д. О. готовит смету до 05.12.2036', evidence: { start: 12 } }];

/** A protocol with a decision, which an earlier one left a task to. */
function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  let tasks: object[] = [];
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

test('a decision becomes a task in one step: all is filled in, the person is asked for, Enter saves', async () => {
  const { person, posted } = open();
  await person.click(await screen.findByRole('button', { name: 'Поручение из решения 1.1.' }));
  const form = await screen.findByRole('form', { name: 'Новое поручение' });
  await waitFor(() => expect(within(form).getByRole('combobox', { name: 'Ответственный' })).toHaveFocus());
  expect(within(form).getByRole('combobox', { name: 'Ответственный' })).toHaveValue('Ким Дмитрий Олегович');
  expect(within(form).getByLabelText('Что сделать')).toHaveValue(decisions[0]?.text);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject({
    ...{ title: decisions[0]?.text, assignee_id: 'u2', agenda_id: 'a1', decision_id: 'd1', evidence: { start: 12 } },
    due_at: expect.stringMatching(/^2036-12-05T23:59:00[+-]/),
  });
  const list = await screen.findByRole('list', { name: 'Поручения протокола' });
  expect(await within(list).findByText('из решения по вопросу 1')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Поручение из решения 1.1.' })).toHaveFocus());
});

test('an open task of an earlier protocol is brought in with its origin, also without a line', async () => {
  const { person, posted, server } = open();
  const section = await screen.findByRole('region', { name: 'Открытые поручения прошлых протоколов' });
  expect(await within(section).findByRole('link', { name: 'протокол № 12, п. 2' })).toHaveAttribute(
    'href',
    '/main/protocols/p0',
  );
  server.answers['POST /protocols/p1/tasks'] = noLine;
  server.answers['GET /health'] = noLine;
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

test('it is put on the agenda as a question of its own in one write, which brings the task', async () => {
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

test('without a line question and task are there at once, as one write that waits', async () => {
  const { person, server } = open();
  const button = await screen.findByRole('button', { name: 'Внести в повестку: Проверить щиты' });
  server.answers['PUT /protocols/p1'] = noLine;
  server.answers['GET /health'] = noLine;
  connectivity.reportFailure();
  await person.click(button);
  const list = screen.getByRole('list', { name: 'Поручения протокола' });
  expect(await within(list).findByText('по вопросу 2 · перенесено: протокол № 12, п. 2')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /О выполнении поручения: Проверить щиты/ })).toBeVisible();
  expect(outbox.list()).toHaveLength(1);
  expect(outbox.list()[0]?.title).toMatch(/вопрос «О выполнении поручения: Проверить щиты» с поручением$/);
});

test('a refused one is corrected with its task, and a server that lost the skill gets nothing of it', async () => {
  const { person, server, router } = open();
  const puts = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const button = await screen.findByRole('button', { name: 'Внести в повестку: Проверить щиты' });
  server.answers['GET /health'] = noLine;
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

test('a server that takes no task with an edit gets the question, and then its task', async () => {
  // In a session of its own: whose server it is is asked once in each.
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
  await person.type(screen.getByLabelText('Что сделать'), 'Купить стол');
  expect(await screen.findByLabelText('Приоритет')).toHaveDisplayValue('Обычный');
  await person.selectOptions(screen.getByLabelText('Приоритет'), 'Высокий');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByText('Высокий приоритет')).toBeVisible();
  expect(posted()).toMatchObject([{ title: 'Купить стол', priority: 'high' }]);
});
