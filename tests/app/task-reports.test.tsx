import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const task = {
  id: 't1',
  status: 'new',
  title: 'Подготовить смету',
  assignee_id: 'u2',
  protocol_id: 'p1',
  reports_total: 2,
};
const report = {
  ...{ id: 'r1', task_id: 't1', state: 'waiting', text: 'Смета готова', author_name: 'Ким Дмитрий Олегович' },
  ...{ created_at: '2026-01-20T10:00:00Z', task: { ...task, protocol_title: 'Планёрка', protocol_number: '12' } },
  files: [{ id: 'f1', name: 'смета.pdf', size: 2048, url: '/api/task-reports/r1/files/f1?signature=s' }],
};
const put = 'PUT /protocols/task-reports/r1';

function open(address: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const capabilities = ['client-ids', 'idempotency', 'versions', 'tasks', 'participation'];
  const members = [{ id: 'm1', member_id: 'u2', name: 'Ким Дмитрий Олегович' }];
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p1': () =>
      Response.json({
        data: {
          id: 'p1',
          stage: 'final',
          title: 'Планёрка',
          number: '12',
          version: 1,
          members,
          tasks: [task],
          agenda: [],
        },
      }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([{ id: 'p1', stage: 'final', title: 'Планёрка' }]),
    'GET /protocols/tasks': () => pageOf([task]),
    'GET /protocols/task-reports': () => pageOf([report]),
    'GET /users': () => pageOf([{ id: 'u2', name: 'Ким Дмитрий Олегович' }]),
    'GET /meetings': () => Response.json({ data: [] }),
    ...answers,
  });
  server.answers[put] ??= ({ body }) => {
    server.answers['GET /protocols/task-reports'] = () => pageOf([]);
    return Response.json({ data: { ...report, ...(body as object) } });
  };
  const sent = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { ...openApp(address), server, sent };
}

test('a report is shown with its task and its file in a signed protocol, and confirmed by the keyboard', async () => {
  const { person, sent } = open('/main/protocols/p1');
  expect(await screen.findByText('Исполнено, ждёт подтверждения')).toBeVisible();
  expect(screen.getByText(/^Ким Д. О., 20 января/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'смета.pdf' })).toHaveAttribute('href', report.files[0]?.url);
  screen.getByRole('button', { name: 'Подтвердить исполнение: Подготовить смету' }).focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Исполнено, ждёт подтверждения')).toBeNull());
  await waitFor(() => expect(sent()).toEqual([{ state: 'confirmed', answer: null }]));
});

test('returning a report requires a comment; a refusal by the server is shown', async () => {
  const { person, sent, server } = open('/main/protocols?tab=tasks', {
    [put]: () => refuse(409, 'report_decided', 'Исполнитель отозвал этот отчёт'),
  });
  const list = within(await screen.findByRole('list', { name: 'Ждут подтверждения' }));
  await person.click(list.getByRole('button', { name: 'Вернуть: Подготовить смету' }));
  await person.click(await list.findByRole('button', { name: 'Вернуть исполнителю' }));
  expect(list.getByLabelText('Что нужно исправить')).toHaveAccessibleDescription('Напишите, что нужно исправить');
  await person.type(list.getByLabelText('Что нужно исправить'), 'Нет подписи');
  await person.click(list.getByRole('button', { name: 'Вернуть исполнителю' }));
  expect(await list.findByText('Исполнитель отозвал этот отчёт')).toBeVisible();
  expect(list.getByLabelText('Что нужно исправить')).toHaveValue('Нет подписи');
  server.answers[put] = () => {
    server.answers['GET /protocols/task-reports'] = () => pageOf([]);
    return Response.json({ data: { ...report, state: 'returned' } });
  };
  await person.type(list.getByLabelText('Что нужно исправить'), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Ждут подтверждения' })).toBeNull());
  expect(sent().at(-1)).toEqual({ state: 'returned', answer: 'Нет подписи' });
});

test('the comment on a returned report is shown while unsent, and can be edited once the server refuses it', async () => {
  const { person, server, router, sent } = open('/main/protocols/p1', { [put]: noConnection });
  await person.click(await screen.findByRole('button', { name: 'Вернуть: Подготовить смету' }));
  await person.type(await screen.findByLabelText('Что нужно исправить'), 'Нет подписи');
  await person.click(screen.getByRole('button', { name: 'Вернуть исполнителю' }));
  expect(await screen.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  expect(screen.getByText('Нет подписи')).toBeVisible();
  server.answers[put] = () => refuse(409, 'report_decided', 'Исполнитель отозвал этот отчёт');
  server.answers['GET /protocols/task-reports'] = () => pageOf([]);
  const [row] = outbox.list();
  await outbox.retry(row?.id ?? '');
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await act(() => router.navigate(`/main/protocols/p1?write=${row?.id}`));
  const kept = within(await screen.findByRole('region', { name: /^Вернуть исполнителю/ }));
  expect(kept.getByText(/Исполнитель отозвал этот отчёт/)).toBeVisible();
  expect(await kept.findByLabelText('Что нужно исправить')).toHaveValue('Нет подписи');
  server.answers[put] = () => Response.json({ data: { ...report, state: 'returned' } });
  await person.type(kept.getByLabelText('Что нужно исправить'), ' и даты');
  await person.click(kept.getByRole('button', { name: 'Вернуть исполнителю' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(sent().at(-1)).toEqual({ state: 'returned', answer: 'Нет подписи и даты' });
});

test('confirming a report that was withdrawn meanwhile fails, and the report disappears', async () => {
  const { person, server } = open('/main/protocols?tab=tasks', {
    [put]: () => {
      server.answers['GET /protocols/task-reports'] = () => pageOf([]);
      return refuse(409, 'report_decided', 'Исполнитель отозвал этот отчёт');
    },
    'GET /protocols/task-reports': () =>
      Response.json({ data: [report], meta: { current_page: 1, per_page: 100, last_page: 2, total: 120 } }),
  });
  const list = within(await screen.findByRole('list', { name: 'Ждут подтверждения' }));
  expect(screen.getByText(/^Показаны первые 1:/)).toBeVisible();
  await person.click(list.getByRole('button', { name: 'Подтвердить исполнение: Подготовить смету' }));
  expect(await screen.findByText('Отчёт не подтверждён')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Ждут подтверждения' })).toBeNull());
});

test('a report disappears once its task is marked done', async () => {
  const { person, server } = open('/main/protocols/p1', {
    'PUT /protocols/tasks/t1': ({ body }) => {
      server.answers['GET /protocols/task-reports'] = () => pageOf([]);
      return Response.json({ data: { ...task, ...(body as object) } });
    },
  });
  expect(await screen.findByText('Исполнено, ждёт подтверждения')).toBeVisible();
  await person.selectOptions(await screen.findByRole('combobox', { name: /^Статус/ }), 'Выполнено');
  await waitFor(() => expect(screen.queryByText('Исполнено, ждёт подтверждения')).toBeNull());
});

test('the home screen counts the waiting reports and links to them; the task shows all earlier ones', async () => {
  const history = [{ ...report, state: 'returned', answer: 'Нет подписи' }];
  const { person, address, router } = open('/main/home', {
    'GET /protocols/tasks/t1/reports': () => Response.json({ data: history }),
  });
  await person.click(await screen.findByRole('link', { name: 'Ждут подтверждения: 1' }));
  expect(await screen.findByRole('heading', { name: 'Ждут подтверждения: 1' })).toHaveFocus();
  expect(address()).toBe('/main/protocols?tab=tasks&show=reports');
  await router.navigate('/main/protocols/p1');
  await person.click(await screen.findByRole('button', { name: 'Отчёты: 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отчёты об исполнении' }));
  expect(await dialog.findByText('Ответ: Нет подписи')).toBeVisible();
});

test.each(['t1', 't0'])(
  'a notice of a report leads to its task on the sheet, also by the id of the first task: %s',
  async (id) => {
    const carried = { ...task, origin_task_id: 't0' };
    const data = { id: 'p1', stage: 'final', title: 'Планёрка', version: 1, members: [], tasks: [carried], agenda: [] };
    const { address } = open(`/main/protocols/p1?show=task:${id}`, {
      'GET /protocols/p1': () => Response.json({ data }),
    });
    const list = within(await screen.findByRole('list', { name: 'Поручения протокола' }));
    await waitFor(() => expect(list.getAllByRole('listitem')[0]).toHaveFocus());
    expect(address()).toBe('/main/protocols/p1');
  },
);
