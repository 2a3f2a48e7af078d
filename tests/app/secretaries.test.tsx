import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const statistics = {
  secretaries: 2,
  meetings: 21,
  protocols: 5,
  final_protocols: 1,
  tasks: 3,
  done_tasks: 1,
  overdue_tasks: 2,
  by_secretary: [
    { id: 's1', name: 'Ёлкина Мария', meetings: 1, protocols: 2, tasks: 3, done_tasks: 1, overdue_tasks: 2 },
    { id: 's2', name: 'Петрова Анна', meetings: 20, protocols: 3, tasks: 0, done_tasks: 0, overdue_tasks: 0 },
  ],
};
const item = (data: object) => () => Response.json({ data });

function open(answers: Parameters<typeof fakeServer>[0] = {}, query = '') {
  signInAs('manager');
  const server = fakeServer({
    'GET /stats/manager/all': item(statistics),
    'GET /stats/secretary/meetings': item([
      { date: '2026-11-02', count: 2 },
      { date: '2026-11-03', count: 1 },
    ]),
    'GET /stats/secretary/s1/entities': item({ meetings: 1, protocols: 2, final_protocols: 0, tasks: 3, keywords: 5 }),
    'GET /stats/secretary/s1/tasks': item({ total: 3, new: 1, in_progress: 0, done: 2, cancelled: 0, overdue: 1 }),
    ...answers,
  });
  const queries = (path: string) =>
    server.received.filter((call) => call.path === path).map(({ query }) => Object.fromEntries(query));
  return { server, queries, ...openApp(`/main/secretaries${query}`) };
}

const table = async () => within(await screen.findByRole('table', { name: 'Секретари' }));
const figures = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('shows totals in words, and a row of figures for each secretary', async () => {
  open();
  const rows = (await table()).getAllByRole('row').map((row) => row.textContent);
  expect(rows.slice(1)).toEqual([
    'Ёлкина Мария1 встреча2 протокола3 поручения1 выполнено2 просрочено',
    'Петрова Анна20 встреч3 протокола0 поручений0 выполнено0 просрочено',
  ]);
  expect(figures('Всего')).toEqual([
    '2 секретаря',
    '21 встреча',
    '5 протоколов',
    '1 итоговый протокол',
    '3 поручения',
    '1 выполнено',
    '2 просрочено',
  ]);
});

test('the heading counts the listed secretaries, on their list alone', async () => {
  const { person } = open();
  await table();
  const header = () => screen.getByRole('heading', { level: 1 }).parentElement;
  expect(header()).toHaveTextContent('Секретари2');
  await person.type(screen.getByRole('searchbox'), 'елк');
  await waitFor(() => expect(header()).toHaveTextContent('Секретари1'));
  await person.click(screen.getByRole('link', { name: 'Показатели' }));
  await waitFor(() => expect(header()?.textContent).toBe('Секретари'));
});

test('a search by name is in the address and takes е for ё', async () => {
  const { person, address } = open();
  await table();
  await person.type(screen.getByRole('searchbox', { name: 'Поиск по имени' }), 'елк{Enter}');
  await waitFor(async () => expect((await table()).getAllByRole('link')).toHaveLength(1));
  expect(address()).toBe(`/main/secretaries?search=${encodeURIComponent('елк')}`);
  await person.clear(screen.getByRole('searchbox'));
  await person.type(screen.getByRole('searchbox'), 'ззз{Enter}');
  expect(await screen.findByText('Никого не нашли')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Показать всех секретарей' }));
  expect((await table()).getAllByRole('link')).toHaveLength(2);
});

test('a column sorts both ways, and the address stores it', async () => {
  const { person, address } = open({}, '?search=а');
  const names = async () => (await table()).getAllByRole('link').map(({ textContent }) => textContent);
  const head = async (name: string) => (await table()).getByRole('columnheader', { name });
  await person.click(within(await head('Просрочено')).getByRole('button'));
  expect(await head('Просрочено')).toHaveAttribute('aria-sort', 'descending');
  expect(await names()).toEqual(['Ёлкина Мария', 'Петрова Анна']);
  await person.click(within(await head('Просрочено')).getByRole('button'));
  expect(await head('Просрочено')).toHaveAttribute('aria-sort', 'ascending');
  expect(await names()).toEqual(['Петрова Анна', 'Ёлкина Мария']);
  expect(address()).toBe(`/main/secretaries?search=${encodeURIComponent('а')}&sort=overdue_tasks&order=turned`);
  await person.selectOptions(screen.getByLabelText('Сначала'), 'meetings');
  expect(await names()).toEqual(['Петрова Анна', 'Ёлкина Мария']);
  expect(address()).toBe(`/main/secretaries?search=${encodeURIComponent('а')}&sort=meetings`);
});

test('a chosen secretary shows totals, and the tasks of today or another day', async () => {
  const { server, person, queries, address } = open();
  await person.click((await table()).getByRole('link', { name: 'Ёлкина Мария' }));
  expect(address()).toBe('/main/secretaries?id=s1');
  expect(await screen.findByRole('heading', { name: 'Ёлкина Мария' })).toHaveFocus();
  expect(await screen.findByText('ключевых слов', { exact: false })).toBeVisible();
  await waitFor(() =>
    expect(figures('Поручения на дату')).toEqual([
      '3 поручения всего',
      '1 новое',
      '0 в работе',
      '2 выполнено',
      '0 отменено',
      '1 просрочено',
    ]),
  );
  const part = within(
    within(screen.getByRole('region', { name: 'Поручения на дату' })).getByRole('group', { name: 'Дата' }),
  );
  server.answers['GET /stats/secretary/s1/tasks'] = () => new Promise<Response>(() => undefined);
  await person.click(part.getByRole('spinbutton', { name: /год/ }));
  await person.keyboard('2025');
  await waitFor(() => expect(queries('/stats/secretary/s1/tasks').at(-1)?.date).toMatch(/^2025-\d\d-\d\d$/));
  // Those of the day before would be read as those of this one.
  const figuresOfDay = within(screen.getByRole('region', { name: 'Поручения на дату' }));
  expect(figuresOfDay.queryAllByRole('listitem')).toEqual([]);
  await person.click(screen.getByRole('link', { name: 'Все секретари' }));
  expect(address()).toBe('/main/secretaries');
  expect(screen.queryByRole('heading', { name: 'Ёлкина Мария' })).toBeNull();
  await waitFor(async () => expect((await table()).getByRole('link', { name: 'Ёлкина Мария' })).toHaveFocus());
});

test('the panel of a secretary is closed by its button, and the focus returns to the name', async () => {
  const { person, address } = open();
  await person.click((await table()).getByRole('link', { name: 'Ёлкина Мария' }));
  const panel = await screen.findByRole('region', { name: 'Ёлкина Мария' });
  await person.click(within(panel).getByRole('button', { name: 'Закрыть показатели секретаря' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Ёлкина Мария' })).toBeNull());
  expect(address()).toBe('/main/secretaries');
  await waitFor(async () => expect((await table()).getByRole('link', { name: 'Ёлкина Мария' })).toHaveFocus());
});

test('an address of a secretary who is not theirs says so', async () => {
  const { person } = open({}, '?id=s9');
  expect(await screen.findByText('Такого секретаря у вас нет')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Все секретари' }));
  expect(screen.queryByText('Такого секретаря у вас нет')).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Секретари', level: 1 })).toHaveFocus());
});

test('empty, loading, refused and offline states', async () => {
  const answer = Promise.withResolvers<Response>();
  const { server, person } = open({
    'GET /stats/manager/all': () => answer.promise,
    'GET /users': () => refuse(403, 'forbidden', 'Недостаточно прав'),
  });
  await screen.findByRole('heading', { name: 'Секретари' });
  expect(screen.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  answer.resolve(refuse(403, 'forbidden', 'Недостаточно прав'));
  expect(await screen.findByText(/^Недостаточно прав. Если этот раздел вам нужен/)).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  server.answers['GET /users'] = item([]);
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Секретарей пока нет')).toBeVisible();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  connectivity.reportSuccess();
});
