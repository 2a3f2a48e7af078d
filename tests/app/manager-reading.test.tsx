import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const counts = { meetings: 4, protocols: 2, final_protocols: 1, tasks: 3, done_tasks: 1, overdue_tasks: 2 };
const statistics = {
  ...{ secretaries: 1, ...counts },
  by_secretary: [{ id: 's1', name: 'Ёлкина Мария', ...counts }],
};
const task = {
  ...{ id: 't1', title: 'Сверить счета', status: 'new', due_at: '2020-03-02', protocol_id: 'p1', agenda_id: 'a1' },
  ...{ protocol_title: 'О бюджете', protocol_number: '97', assignee_id: 'u1', assignee_name: 'Ким Дмитрий Андреевич' },
  ...{ owner_name: 'Ёлкина Мария Ивановна', body_id: 'b1', body_name: 'Бюджетный комитет' },
  evidence: { start: 31, quote: 'сверить счета' },
};
const protocol = {
  ...{ id: 'p1', stage: 'final', title: 'О бюджете', number: '97', held_at: '2020-03-01T10:00:00+03:00' },
  agenda: [{ id: 'a1', title: 'О счетах', decisions: [{ id: 'd1', text: 'Принять к сведению' }] }],
  ...{ tasks: [task], members: [], marks: [], attachments: [], video: null, processing: [] },
  people: [{ id: 'u1', name: 'Ким Дмитрий Андреевич' }],
};
const item = (data: object) => () => Response.json({ data });
const reading = () =>
  Response.json({
    status: 'ok',
    capabilities: ['client-ids', 'statistics', 'search', 'tasks', 'documents', 'reading'],
  });

function open(query = '', answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('manager');
  const server = fakeServer({
    'GET /health': reading,
    'GET /stats/manager/all': item(statistics),
    'GET /stats/secretary/s1/entities': item({ ...counts, keywords: 5 }),
    'GET /stats/secretary/s1/tasks': item({ total: 3, new: 2, in_progress: 0, done: 1, cancelled: 0, overdue: 2 }),
    'GET /stats/secretary/s1/meetings': item([{ date: '2026-11-02', count: 2 }]),
    'GET /protocols/tasks': () => pageOf([task]),
    'GET /protocols/tasks/groups': item({
      people: [{ id: 'u1', name: 'Ким Дмитрий Андреевич', total: 1 }],
      bodies: [{ id: null, name: null, total: 1 }],
    }),
    'GET /protocols/p1': item(protocol),
    'GET /protocols/p1/versions': item([]),
    'GET /protocols/p1/summary': () => refuse(404, 'not_found', 'Итогов нет'),
    ...answers,
  });
  const asked = (path: string) =>
    server.received.filter((call) => call.path === path).map(({ query: sent }) => Object.fromEntries(sent));
  return { server, asked, ...openApp(`/main/secretaries${query}`) };
}

const hrefs = (part: HTMLElement) =>
  Object.fromEntries(
    within(part)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')?.replace('/main/secretaries?', '')]),
  );

test("a secretary's upcoming meetings have a list, which names its filter", async () => {
  const { asked, person } = open('?id=s1', {
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'reading', 'held-meetings'] }),
    'GET /stats/secretary/s1/entities': item({ ...counts, coming_meetings: 2 }),
    'GET /meetings/held': () => pageOf([{ id: 'm1', title: 'Совет', start_at: '2126-03-02T10:00:00+03:00' }]),
  });
  await person.click(await screen.findByRole('link', { name: '2 впереди' }));
  expect(await screen.findByText('Совет')).toBeVisible();
  expect(asked('/meetings/held').at(-1)).toMatchObject({ secretary_id: 's1', only: 'coming' });
  await person.click(screen.getByRole('link', { name: 'Убрать отбор: Ещё не начались' }));
  await waitFor(() => expect(asked('/meetings/held').at(-1)).not.toHaveProperty('only'));
});

test('each figure is a link to what it counts', async () => {
  open('?id=s1&day=2026-11-20');
  const totals = await screen.findByRole('region', { name: 'Всего' });
  await waitFor(() => expect(within(totals).getAllByRole('link')).toHaveLength(6));
  expect(hrefs(totals)).toEqual({
    '4 встречи': 'view=meetings',
    '2 протокола': 'view=protocols',
    '1 итоговый протокол': 'view=protocols&stage=final',
    '3 поручения': 'view=tasks',
    '1 выполнено': 'view=tasks&status=done',
    '2 просрочено': 'view=tasks&status=overdue',
  });
  expect(hrefs(screen.getByRole('table', { name: 'Секретари' }))).toMatchObject({
    '4 встречи': 'view=meetings&secretary=s1',
    '2 просрочено': 'view=tasks&status=overdue&secretary=s1',
  });
  // The accessible name contains the visible words, so that voice control works.
  expect(
    screen.getByRole('table', { name: 'Секретари' }).querySelector('td a[href*="view=meetings"]'),
  ).toHaveAccessibleName('4 встречи');
  const one = await screen.findByRole('region', { name: 'Ёлкина Мария' });
  await waitFor(() => expect(within(one).getByText('2', { selector: 'td *' })).toBeVisible());
  expect(hrefs(one)).toMatchObject({
    '2 протокола': 'view=protocols&secretary=s1',
    '2 новых': 'view=tasks&status=new&secretary=s1&on=2026-11-20',
    '2 просрочено': 'view=tasks&status=overdue&secretary=s1&on=2026-11-20',
    2: 'view=meetings&secretary=s1&since=2026-11-02&until=2026-11-02',
  });
  expect(within(one).queryByRole('link', { name: /ключев/ })).toBeNull();
});

test('the figures are no links where the server lets no manager read', async () => {
  open('', { 'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'statistics'] }) });
  const totals = await screen.findByRole('region', { name: 'Всего' });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Поручения' })).toBeNull());
  expect(within(totals).queryAllByRole('link')).toEqual([]);
});

test('filters tasks by person and body, and removes the filters again', async () => {
  const { person, asked, address } = open('?view=tasks&status=overdue');
  const people = await screen.findByRole('region', { name: 'По ответственным' });
  expect(hrefs(people)).toEqual({ 'Ким\u00A0Д.\u00A0А.1': 'view=tasks&status=overdue&assignee=u1' });
  expect(hrefs(screen.getByRole('region', { name: 'По комиссиям и отделам' }))).toEqual({
    'Без комиссии1': 'view=tasks&status=overdue&body=none',
  });
  await person.click(within(people).getByRole('link'));
  await waitFor(() => expect(asked('/protocols/tasks').at(-1)).toMatchObject({ status: 'overdue', assignee_id: 'u1' }));
  await person.click(await screen.findByRole('link', { name: 'Убрать отбор: Ответственный: Ким\u00A0Д.\u00A0А.' }));
  expect(address()).toBe('/main/secretaries?view=tasks&status=overdue');
  await person.selectOptions(screen.getByLabelText('Секретарь'), 'Ёлкина Мария');
  expect(address()).toBe('/main/secretaries?view=tasks&status=overdue&secretary=s1');
});

test('an assignee without a name is not shown as «не назначен»', async () => {
  open('?view=tasks', {
    'GET /protocols/tasks': () => pageOf([{ ...task, assignee_name: '' }]),
    'GET /protocols/tasks/groups': item({
      people: [
        { id: 'u1', name: '', total: 2 },
        { id: null, name: null, total: 1 },
      ],
      bodies: [],
    }),
  });
  const people = await screen.findByRole('region', { name: 'По ответственным' });
  expect(Object.keys(hrefs(people))).toEqual(['Без имени2', 'Не назначен1']);
  expect(await screen.findByRole('cell', { name: 'Без имени' })).toBeVisible();
});

test('the tasks of a period are requested as the figures count them', async () => {
  const { asked } = open('?view=tasks&status=done&since=2026-11-01&until=2026-11-30&secretary=s1');
  expect(await screen.findByText('Срок: 1–30 ноября', { exact: false })).toBeVisible();
  const wanted = {
    ...{ status: 'done', secretary_id: 's1' },
    start_date_at: expect.stringMatching(/^2026-11-01T00:00:00/),
    end_date_at: expect.stringMatching(/^2026-11-30T00:00:00/),
  };
  await waitFor(() => expect(asked('/protocols/tasks').at(-1)).toMatchObject(wanted));
});

test('a task opens its protocol read-only; Escape returns to the list', async () => {
  const { person, address } = open('?view=tasks&status=overdue');
  await person.click(await screen.findByRole('link', { name: 'Сверить счета' }));
  const reader = within(await screen.findByRole('region', { name: 'О бюджете' }));
  expect(await reader.findByText('Принять к сведению')).toBeVisible();
  expect(reader.getByText('только чтение')).toBeVisible();
  // The names come with the list: no person is fetched separately.
  expect(reader.getByText(/Ким Д\.\sА\./)).toBeVisible();
  await waitFor(() => expect(reader.getByText('Сверить счета').closest('li')).toHaveFocus());
  const buttons = reader
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(buttons).toEqual([
    'Закрыть протокол',
    'Смотреть как документ',
    'Скачать PDF',
    'Скачать DOCX',
    'Показать запись с 0:31',
  ]);
  expect(reader.queryAllByRole('textbox')).toEqual([]);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'О бюджете' })).toBeNull());
  expect(address()).toBe('/main/secretaries?view=tasks&status=overdue');
});

test('the count of done tasks in the row of a protocol leads to its tasks', async () => {
  const row = { ...protocol, tasks: undefined, tasks_total: 2, tasks_done: 0 };
  const { person } = open('?view=protocols', { 'GET /protocols': () => pageOf([row]) });
  await person.click(await screen.findByRole('link', { name: '0 из 2' }));
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-assignment', 't1'));
});

test('closing the protocol is one step back to the list, and focuses the link that was followed', async () => {
  const second = { ...task, id: 't2', title: 'Оплатить счета' };
  const { person, router, address } = open('?view=protocols', {
    'GET /protocols': () => pageOf([]),
    'GET /protocols/tasks': () => pageOf([task, second]),
    'GET /protocols/p1': item({ ...protocol, tasks: [task, second] }),
  });
  await person.click(await screen.findByRole('link', { name: 'Поручения' }));
  await person.click(await screen.findByRole('link', { name: 'Оплатить счета' }));
  await screen.findByRole('region', { name: 'О бюджете' });
  await waitFor(() => expect(address()).toBe('/main/secretaries?view=tasks&protocol=p1'));
  expect(screen.getAllByRole('link', { current: true }).map(({ textContent }) => textContent)).toEqual([
    'Оплатить счета',
  ]);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Оплатить счета' })).toHaveFocus());
  expect(screen.queryByRole('link', { current: true })).toBeNull();
  await act(() => router.navigate(-1));
  expect(address()).toBe('/main/secretaries?view=protocols');
});

test('the rows of a secretary who was reassigned do not stay on the screen', async () => {
  const { server, router } = open('?view=tasks&secretary=s1');
  expect(await screen.findByRole('link', { name: 'Сверить счета' })).toBeVisible();
  await act(() => router.navigate('/main/secretaries'));
  server.answers['GET /protocols/tasks'] = () => refuse(404, 'not_found', 'Секретарь не найден');
  vi.setSystemTime(Date.now() + 60 * 60_000);
  await act(() => router.navigate('/main/secretaries?view=tasks&secretary=s1'));
  expect(await screen.findByText('Такого секретаря у вас нет')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Сверить счета' })).toBeNull();
});

test('the protocol stays open when the list beside it changes', async () => {
  const { person, address } = open('?view=tasks&assignee=u1&protocol=p1&t=31', {
    'GET /protocols/tasks': ({ query }) =>
      Response.json({
        data: [task],
        meta: { current_page: Number(query.get('page') ?? 1), per_page: 15, last_page: 2, total: 16 },
      }),
  });
  await screen.findByRole('region', { name: 'О бюджете' });
  const reader = 'protocol=p1&t=31';
  await person.click(await screen.findByRole('link', { name: 'Страница 2' }));
  expect(address()).toBe(`/main/secretaries?view=tasks&assignee=u1&page=2&${reader}`);
  await person.click(await screen.findByRole('link', { name: /Убрать отбор/ }));
  expect(address()).toBe(`/main/secretaries?view=tasks&${reader}`);
  await person.selectOptions(screen.getByLabelText('Статус'), 'Новые');
  expect(address()).toBe(`/main/secretaries?view=tasks&status=new&${reader}`);
  await person.type(screen.getByRole('searchbox', { name: 'Поиск по поручениям' }), 'счета{Enter}');
  const search = encodeURIComponent('счета');
  await waitFor(() => expect(address()).toBe(`/main/secretaries?view=tasks&status=new&search=${search}&${reader}`));
  await person.click(screen.getByRole('button', { name: 'Закрыть протокол' }));
  await waitFor(() => expect(address()).toBe(`/main/secretaries?view=tasks&status=new&search=${search}`));
});

test('the last of very many tasks of a question is reached', async () => {
  const tasks = Array.from({ length: 120 }, (_, n) => ({ ...task, id: `t${n + 1}`, title: `Поручение ${n + 1}` }));
  const { person } = open('?view=tasks', {
    'GET /protocols/tasks': () => pageOf([task, { ...task, id: 't119', title: 'Поручение 119' }]),
    'GET /protocols/p1': item({ ...protocol, tasks }),
  });
  await person.click(await screen.findByRole('link', { name: 'Сверить счета' }));
  const reader = within(await screen.findByRole('region', { name: 'О бюджете' }));
  await waitFor(() => expect(reader.getByText('Поручение 1').closest('li')).toHaveFocus());
  expect(reader.queryByText('Поручение 119')).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Поручение 119' }));
  await waitFor(() => expect(reader.getByText('Поручение 119').closest('li')).toHaveFocus());
});

test('a protocol that is no longer accessible is reported, with a way back to the list', async () => {
  const gone = () => refuse(404, 'not_found', 'Протокол не найден');
  const capabilities = ['client-ids', 'reading', 'participation'];
  const { person, address } = open('?view=tasks&protocol=p9', {
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p9': gone,
  });
  expect(await screen.findByText('Этот протокол вам недоступен')).toBeVisible();
  const own = await screen.findByRole('link', { name: 'Открыть как участник' });
  expect(own).toHaveAttribute('href', '/main/settings?tab=protocols&protocol=p9');
  await person.click(screen.getByRole('button', { name: 'К списку' }));
  expect(address()).toBe('/main/secretaries?view=tasks');
});

test('offline the cached data is shown, the rest says why it is missing', async () => {
  const { server, person } = open('?view=tasks&status=overdue');
  await person.click(await screen.findByRole('link', { name: 'Сверить счета' }));
  expect(await screen.findByText('Принять к сведению')).toBeVisible();
  server.isOutOfReach = true;
  await connectivity.probe();
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('link', { name: 'Сверить счета' }));
  expect(await screen.findByText('Принять к сведению')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Встречи' }));
  expect(await screen.findByText('Этого нет на устройстве')).toBeVisible();
});

test('a search hit opens beside the own secretaries', async () => {
  const found = [
    { kind: 'task', total: 1, hits: [{ id: 't1', title: 'Сверить счета', marks: [], protocol_id: 'p1' }] },
    { kind: 'transcript', total: 1, hits: [{ id: 'p1', title: 'О бюджете', marks: [], protocol_id: 'p1', at: 31 }] },
  ];
  const { person, address } = open('', { 'GET /search': item(found) });
  await screen.findByRole('table', { name: 'Секретари' });
  await person.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', {
    name: 'Поиск по протоколам, решениям, поручениям, людям и расшифровкам',
  });
  await person.type(field, 'счета');
  await screen.findByRole('option', { name: /О бюджете/ });
  await person.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toMatch(/^\/main\/secretaries\?protocol=p1&t=31/));
  expect(await screen.findByRole('region', { name: 'О бюджете' })).toBeVisible();
});
