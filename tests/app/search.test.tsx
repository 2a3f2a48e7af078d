import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import type { SearchGroup } from '#contract/search/search.ts';
import { createProtocol } from '#src/data/protocol/index.ts';
import { findOnDevice } from '#src/data/search/index.ts';
import { createTask } from '#src/data/task/index.ts';
import { mutate, outbox } from '#src/sync/index.ts';
import { type fakeServer as FakeServer, fakeServer, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const protocol = {
  id: 'p1',
  stage: 'finish',
  title: 'Совет школы',
  number: '7',
  held_at: '2026-03-05T10:00:00+03:00',
  agenda: [
    {
      id: 'q1',
      title: 'О кровле',
      decisions: [
        { id: 'd1', text: 'Починить кровлю к июню' },
        { id: 'd2', text: 'Собрать взносы' },
      ],
    },
  ],
  tasks: [{ id: 't1', status: 'new', title: 'Найти кровельщика', protocol_id: 'p1' }],
  members: [],
  version: 1,
};

const groups: SearchGroup[] = [
  {
    kind: 'protocol',
    total: 7,
    hits: [{ id: 'p2', title: 'Осмотр кровли', marks: [[7, 13]], detail: '9', date: '2026-03-01T10:00:00+03:00' }],
  },
  {
    kind: 'decision',
    total: 1,
    hits: [
      {
        ...{ id: 'd1', title: 'Совет школы', marks: [], protocol_id: 'p1', agenda_id: 'q1', decision_id: 'd1' },
        found: { in: 'decision', text: 'Починить кровлю к июню', marks: [[9, 15]], position: 1 },
      },
    ],
  },
  {
    kind: 'transcript',
    total: 1,
    hits: [
      {
        ...{ id: 'p1', title: 'Совет школы', marks: [], protocol_id: 'p1', at: 125, detail: 'Иванов' },
        found: { in: 'spoken', text: 'кровля течёт', marks: [[0, 6]] },
      },
    ],
  },
];

async function open(
  answers: Parameters<typeof FakeServer>[0] = {},
  address = '/main/protocols',
  role: Role = 'secretary',
) {
  signInAs(role);
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'versions', 'search'] }),
    'GET /me': () => Response.json({ data: { id: '7', role: 'secretary', name: 'Петрова Анна Андреевна' } }),
    'GET /protocols': () => pageOf([]),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /search': ({ query }) => Response.json({ data: query.get('search') === 'кровля' ? groups : [] }),
    ...answers,
  });
  const app = openApp(address);
  await screen.findByRole('heading', { level: 1 });
  return { ...app, server };
}

const field = () => screen.findByRole('combobox', { name: /^Поиск по протоколам/ });
const option = (name: RegExp) => screen.findByRole('option', { name });
const selected = () => screen.getByRole('option', { selected: true });

test('Ctrl+K searches from every screen: groups with counts, marked words, arrows and Enter lead to the exact place', async () => {
  const { person, address } = await open();
  await person.keyboard('{Control>}k{/Control}');
  const input = await field();
  expect(input).toHaveFocus();
  await person.type(input, 'кровля');
  expect(await screen.findByRole('group', { name: 'Протоколы 7' })).toBeVisible();
  const decisions = screen.getByRole('group', { name: 'Решения в 1 протоколе' });
  expect(within(decisions).getByText('кровлю').tagName).toBe('MARK');
  expect(within(decisions).getByText('Решили, вопрос 1:')).toBeVisible();
  expect(selected()).toHaveTextContent('Осмотр кровли');
  expect(input).toHaveAttribute('aria-activedescendant', selected().id);
  await person.keyboard('{ArrowDown}');
  expect(selected()).toHaveTextContent('Показать все');
  await person.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toMatch(/^\/main\/protocols\/p1/));
  expect(screen.queryByRole('dialog')).toBeNull();
  const decision = await screen.findByText('Починить кровлю к июню');
  await waitFor(() => expect(decision.closest('[data-decision]')).toHaveFocus());
  await waitFor(() => expect(address()).toBe('/main/protocols/p1'));
});

test('a decision in a question being edited is focused too', async () => {
  const draft = { ...protocol, stage: 'success_video_process' };
  const { person, router } = await open(
    { 'GET /protocols/p1': () => Response.json({ data: draft }) },
    '/main/protocols/p1',
  );
  await person.click(await screen.findByText('Починить кровлю к июню'));
  const written = await screen.findByLabelText('Решение 1');
  await act(() => router.navigate('/main/protocols/p1?show=decision:d1'));
  await waitFor(() => expect(written.closest('li')).toHaveAttribute('data-found'));
  expect(written).toHaveFocus();
  act(() => written.blur());
  expect(written.closest('li')).not.toHaveAttribute('data-found');
});

test('each kind that shows only its first hits leads to the others', async () => {
  const hits = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `h${n}`, title: `Встреча ${n}`, marks: [], protocol_id: 'p1' }));
  const kinds = ['protocol', 'decision', 'task', 'meeting', 'person', 'transcript'];
  const { person, address, server } = await open({
    'GET /search': ({ query }) => {
      const found = hits(Number(query.get('limit') ?? 1));
      return Response.json({ data: kinds.map((kind) => ({ kind, total: 34, hits: found })) });
    },
  });
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await field(), 'бюджет');
  await screen.findByRole('group', { name: /^Встречи/ });
  const ways = screen.getAllByRole('group').map((group) => within(group).getAllByRole('option').at(-1)?.textContent);
  expect(ways).toEqual(kinds.map((kind) => (kind === 'meeting' ? 'Показать ещё' : 'Показать все')));
  await person.click(screen.getByRole('option', { name: 'Показать ещё' }));
  await waitFor(() => expect(screen.getAllByRole('option', { name: /^Встреча 19/ })).toHaveLength(kinds.length));
  expect(server.received.at(-1)?.query.get('limit')).toBe('20');
  expect(screen.queryByRole('option', { name: 'Показать ещё' })).toBeNull();
  await person.click(
    within(screen.getByRole('group', { name: /^Решения/ })).getByRole('option', { name: 'Показать все' }),
  );
  await waitFor(() => expect(address()).toBe('/main/protocols?search=%D0%B1%D1%8E%D0%B4%D0%B6%D0%B5%D1%82'));
});

test('Escape returns the focus, and the last search is offered next time', async () => {
  const { person, address } = await open();
  const button = screen.getByRole('button', { name: 'Поиск' });
  await person.click(button);
  await person.type(await field(), 'кровля');
  await person.click(await option(/Осмотр кровли/));
  await waitFor(() => expect(address()).toBe('/main/protocols/p2'));
  await person.click(screen.getByRole('button', { name: 'Поиск' }));
  await person.click(await option(/^кровля$/));
  expect(await option(/Осмотр кровли/)).toBeVisible();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Поиск' })).toHaveFocus());
});

test.each([
  ['is no JSON', '["кровля'],
  ['is no list', 'null'],
  ['holds what is no text', '[null, 7, {"words": "смета"}]'],
])('last searches of which the device kept what %s are none, and the search opens', async (_case, kept) => {
  localStorage.setItem('searches:7', kept);
  const { person, address } = await open();
  await person.click(screen.getByRole('button', { name: 'Поиск' }));
  await person.type(await field(), 'кровля');
  await person.click(await option(/Осмотр кровли/));
  await waitFor(() => expect(address()).toBe('/main/protocols/p2'));
  expect(JSON.parse(localStorage.getItem('searches:7') ?? '')).toEqual(['кровля']);
});

test('a transcript hit opens at its moment', async () => {
  const { person, router } = await open();
  const visited: string[] = [];
  router.subscribe(({ location }) => visited.push(location.pathname + location.search));
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await field(), 'кровля');
  await person.click(await option(/2:05, Иванов: кровля течёт/));
  await waitFor(() => expect(visited).toContain('/main/protocols/p1?at=125&show=transcript'));
});

test('Enter before the answer opens the first hit; a single letter and no hits are reported', async () => {
  const { person, address } = await open();
  await person.keyboard('{Control>}k{/Control}');
  const input = await field();
  await person.type(input, 'к');
  expect(await screen.findByText('Введите хотя бы две буквы.')).toBeVisible();
  await person.type(input, 'осмос');
  expect(await screen.findByText(/^Ничего не нашлось по «/)).toBeVisible();
  await person.clear(input);
  await person.type(input, 'кровля{Enter}');
  await waitFor(() => expect(address()).toBe('/main/protocols/p2'));
});

test("unsent entities come before the server's hits, marked; once on the server they are listed once", async () => {
  const found: SearchGroup[] = structuredClone(groups);
  const never = () => new Promise<Response>(() => undefined);
  const { person } = await open({
    'GET /search': () => Response.json({ data: found }),
    'POST /protocols': never,
    'POST /protocols/p1/tasks': never,
  });
  const agenda = [{ id: 'q9', title: 'О разном', decisions: [{ id: 'd9', text: 'Принять кровлю' }] }];
  const fields = { title: 'Приёмка кровли', agenda };
  const made = { people: [], version: 1, createdAt: '2026-03-06T10:00:00Z' };
  void mutate(createProtocol, { id: 'p9', fields, ...made });
  const task = { title: 'Смета на кровлю', status: 'new', assignee_id: null, due_at: null } as const;
  void mutate(createTask, { id: 't9', protocolId: 'p1', protocolTitle: 'Совет школы', fields: task, people: [] });
  await waitFor(() => expect(outbox.list()).toHaveLength(2));

  await person.keyboard('{Control>}k{/Control}');
  const input = await field();
  await person.type(input, 'кровля');
  const protocols = await screen.findByRole('group', { name: 'Протоколы 8' });
  const [first, second] = within(protocols).getAllByRole('option');
  expect(first).toHaveTextContent(/Приёмка кровли.*ожидает отправки/);
  expect(second).toHaveTextContent(/Осмотр кровли/);
  expect(second).not.toHaveTextContent(/ожидает/);
  expect(screen.getByRole('group', { name: 'Решения в 2 протоколах' })).toHaveTextContent('Принять кровлю');
  expect(screen.getByRole('group', { name: 'Поручения 1' })).toHaveTextContent(/Смета на кровлю.*ожидает отправки/);

  found[0] = { kind: 'protocol', total: 8, hits: [{ id: 'p9', title: 'Приёмка кровли', marks: [] }] };
  await person.clear(input);
  await person.type(input, 'кровли');
  await waitFor(() =>
    expect(within(screen.getByRole('group', { name: 'Протоколы 8' })).getAllByRole('option')).toHaveLength(2),
  );
  expect(await screen.findAllByRole('option', { name: /^Приёмка кровли.*ожидает отправки$/ })).toHaveLength(1);
});

test('words typed in the Latin layout are found as well', async () => {
  const { person } = await open();
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await field(), 'rhjdkz');
  expect(await option(/Осмотр кровли/)).toBeVisible();
  expect(screen.getByText(/похоже, была включена латинская раскладка/)).toBeVisible();
});

test('offline the device is searched, with a note saying so; its hits open', async () => {
  const { person, server, address, router } = await open({}, '/main/protocols/p1');
  await screen.findByText('Починить кровлю к июню');
  await act(() => router.navigate('/main/protocols'));
  server.isOutOfReach = true;
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await field(), 'кровлей');
  expect(await screen.findByText(/^Нет связи: найдено на устройстве/)).toBeVisible();
  expect(screen.getByRole('group', { name: 'Протоколы 1' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Решения в 1 протоколе' })).toBeVisible();
  // As on the server, all decisions of a protocol together contain the words.
  const input = await field();
  await person.clear(input);
  await person.type(input, 'собрать взносы кровлей');
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'Решения в 1 протоколе' })).toHaveTextContent('Собрать взносы'),
  );
  await person.clear(input);
  await person.type(input, 'кровлей');
  await person.click(await option(/Решили, вопрос\s1: Починить кровлю/));
  expect(await screen.findByText('Починить кровлю к июню')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/main/protocols/p1'));
});

test('on the device the words are found in every recording of a protocol, newest protocol first', () => {
  const client = new QueryClient();
  const segment = (id: string, text: string) => ({ id, start: 3, end: 4, text });
  const transcript = {
    segments: [segment('s1', 'Кровля течёт')],
    parts: [{ recording_id: 'r2', segments: [segment('s2', 'Взносы собраны')] }],
  };
  for (const [id, held_at] of [
    ['p1', '2026-03-05T10:00:00+03:00'],
    ['p2', '2026-03-06T10:00:00+03:00'],
  ]) {
    client.setQueryData(['protocol', id], { ...protocol, id, held_at });
    client.setQueryData(['protocol', id, 'transcript'], transcript);
  }
  const found = (words: string) => findOnDevice(client, [], words).find(({ kind }) => kind === 'transcript')?.hits;
  expect(found('взносы')).toMatchObject([
    { id: 'p2', recording_id: 'r2', found: { text: 'Взносы собраны' } },
    { id: 'p1', recording_id: 'r2' },
  ]);
  expect(found('кровля')?.map(({ recording_id }) => recording_id)).toEqual([undefined, undefined]);
  expect(found('взносы кровля')).toHaveLength(2);
});

test('while the capabilities are being requested the server is not called unreachable', async () => {
  const health = Promise.withResolvers<Response>();
  const { person } = await open({ 'GET /health': () => health.promise });
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await field(), 'кровля');
  // The skeleton stands below the list.
  await waitFor(() => expect(screen.getByRole('listbox').nextElementSibling).toHaveAttribute('aria-hidden', 'true'));
  expect(screen.queryByText(/найдено на устройстве/)).toBeNull();
  health.resolve(Response.json({ status: 'ok', capabilities: ['client-ids', 'versions', 'search'] }));
  expect(await option(/Осмотр кровли/)).toBeVisible();
});

test('a refused search is reported as refused', async () => {
  const { person } = await open({ 'GET /search': () => refuse(429, 'too_many_requests', 'Слишком часто') });
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await field(), 'кровля');
  expect(await screen.findByText(/^Сервер отклонил запрос: найдено на устройстве/)).toBeVisible();
});

test.each(['manager', 'admin'] as const)('a %s is told that only people are searched', async (role) => {
  const me = { id: '7', role, name: 'Петрова Анна Андреевна' };
  const { person } = await open(
    { 'GET /me': () => Response.json({ data: me }), 'GET /users': () => pageOf([]) },
    '/main/settings/users',
    role,
  );
  await person.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox', { name: 'Поиск по людям' })).toBeVisible();
  expect(screen.getByText(/^Ищет людей по имени, должности, организации и e-mail/)).toBeVisible();
  expect(screen.queryByText(/протокол|решени|встреч/i, { selector: 'dialog *, [role=dialog] *' })).toBeNull();
});

test('the list of protocols shows where the words were found, and applies the filters in the address', async () => {
  const found = { in: 'decision', text: 'Починить кровлю к июню', marks: [[9, 15]], position: 1 };
  const { person, server, address } = await open(
    {
      'GET /protocols': () => pageOf([{ ...protocol, found }]),
      'GET /users': () => pageOf([]),
      'GET /users/u1': () => Response.json({ data: { id: 'u1', role: 'external', name: 'Орлова Вера Ильинична' } }),
    },
    '/main/protocols?search=кровля&from=2026-03-01&chairman_id=u1',
  );
  const row = await screen.findByRole('row', { name: /Совет школы/ });
  expect(within(row).getByText('Решили, вопрос 1:')).toBeVisible();
  expect(within(row).getByText('кровлю').tagName).toBe('MARK');
  const asked = server.received.findLast(({ path }) => path === '/protocols')?.query;
  expect(Object.fromEntries(asked ?? [])).toMatchObject({ search: 'кровля', from: '2026-03-01', chairman_id: 'u1' });
  expect(await screen.findByRole('combobox', { name: 'Председатель' })).toHaveValue('Орлова Вера Ильинична');
  await person.click(screen.getByRole('button', { name: 'Снять отбор' }));
  await waitFor(() => expect(decodeURIComponent(address())).toBe('/main/protocols?search=кровля'));
});
