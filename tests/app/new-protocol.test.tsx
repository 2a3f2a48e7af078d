import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, noLine, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const ours = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'versions'] });
const people = [
  { id: 'u1', name: 'Иванов Сергей Петрович', position: 'директор' },
  { id: 'u2', name: 'Орлова Елена Викторовна' },
];

function open(answers: Parameters<typeof fakeServer>[0] = {}, query = '') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': ours,
    'GET /users': ({ query: asked }) => pageOf(people.filter(({ name }) => name.includes(asked.get('search') ?? ''))),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /protocols/p9': () => Response.json({ data: { id: 'p9', stage: 'no_video', title: 'Планёрка' } }),
    'POST /protocols': () => Response.json({ data: { id: 'p9', stage: 'no_video' } }, { status: 201 }),
    'POST /protocols/p9/members': ({ body }) => Response.json({ data: body as object }, { status: 201 }),
    ...answers,
  });
  return { server, ...openApp(`/main/protocols/add${query}`) };
}

type Opened = ReturnType<typeof open>;

async function pick({ person }: Pick<Opened, 'person'>, field: string | RegExp, index: number, text: string) {
  const box = screen.getAllByRole('combobox', { name: field })[index] as HTMLElement;
  await person.click(box);
  await person.type(box, text);
  await person.click(await screen.findByRole('option', { name: new RegExp(text) }));
  await person.keyboard('{Escape}');
}

const posts = ({ server }: Pick<Opened, 'server'>) =>
  server.received.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));

test('a protocol is made with its agenda, chairman and members, and opened', async () => {
  const app = open();
  const { person, address } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.type(screen.getByLabelText('Номер'), '7');
  await person.selectOptions(screen.getByLabelText('Вид'), 'Планёрка');
  await person.type(screen.getByLabelText('Место'), 'Переговорная 4');
  await pick(app, 'Председательствующий', 0, 'Иванов');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  expect(screen.getByLabelText('Вопрос 1')).toHaveFocus();
  await person.type(screen.getByLabelText('Вопрос 1'), 'О смете');
  await pick(app, 'Докладчик', 0, 'Орлова');
  await pick(app, 'Участники', 0, 'Орлова');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(address()).toBe('/main/protocols/p9'));
  const [created, member] = posts(app);
  expect(created).toMatchObject({
    path: '/protocols',
    body: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Планёрка',
      number: '7',
      kind: 'Планёрка',
      place: 'Переговорная 4',
      chairman_id: 'u1',
      agenda: [{ title: 'О смете', speaker_id: 'u2' }],
    },
  });
  expect(member).toMatchObject({ path: '/protocols/p9/members', body: { member_id: 'u2', kind: 'present' } });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('protocol-draft'))).toEqual([]);
});

test('without a title nothing is sent and the field says why', async () => {
  const app = open();
  await app.person.click(await screen.findByRole('button', { name: 'Создать протокол' }));
  const title = screen.getByLabelText('Название');
  await waitFor(() => expect(title).toHaveAccessibleDescription('Поле обязательно для заполнения'));
  expect(title).toHaveFocus();
  expect(posts(app)).toEqual([]);
});

test('a question with a speaker needs words', async () => {
  const app = open();
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await pick(app, 'Докладчик', 0, 'Орлова');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Вопрос 1')).toHaveAccessibleDescription('Поле обязательно для заполнения'),
  );
  expect(posts(app)).toEqual([]);
});

test('questions are put in order and removed by the keyboard, the focus stays with them', async () => {
  const { person } = open();
  const add = await screen.findByRole('button', { name: 'Добавить вопрос' });
  for (const title of ['Первый', 'Второй', 'Третий']) {
    await person.click(add);
    await person.keyboard(title);
  }
  const titles = () => screen.getAllByLabelText(/^Вопрос \d$/).map((field) => (field as HTMLInputElement).value);
  screen.getByRole('button', { name: 'Выше: вопрос 3' }).focus();
  await person.keyboard('{Enter}');
  expect(titles()).toEqual(['Первый', 'Третий', 'Второй']);
  expect(screen.getByRole('button', { name: 'Выше: вопрос 2' })).toHaveFocus();
  await person.keyboard('{Enter}');
  expect(titles()).toEqual(['Третий', 'Первый', 'Второй']);
  expect(screen.getByRole('button', { name: 'Ниже: вопрос 1' })).toHaveFocus();
  await person.click(screen.getByRole('button', { name: 'Убрать: вопрос 1' }));
  expect(titles()).toEqual(['Первый', 'Второй']);
  expect(screen.getByLabelText('Вопрос 1')).toHaveFocus();
  expect(screen.getByText('Вопрос убран')).toHaveAttribute('role', 'status');
  await person.click(screen.getByRole('button', { name: 'Убрать: вопрос 2' }));
  await person.click(screen.getByRole('button', { name: 'Убрать: вопрос 1' }));
  expect(add).toHaveFocus();
});

test('a number that is taken is told at the number, and the rest stays', async () => {
  const message = 'Протокол с таким номером в этом году уже есть';
  const { person } = open({
    'POST /protocols': () =>
      Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 }),
  });
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.type(screen.getByLabelText('Номер'), '7');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(screen.getByLabelText('Номер')).toBeInvalid());
  expect(screen.getByLabelText('Номер')).toHaveAccessibleDescription(new RegExp(message));
  expect(screen.getByLabelText('Номер')).toHaveFocus();
  expect(screen.getByLabelText('Название')).toHaveValue('Планёрка');
});

test('what is typed is there again after a reload, can be thrown away, and had back', async () => {
  const first = open();
  await first.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await first.person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await first.person.keyboard('О смете');
  expect(screen.getByText(/^Черновик сохранён в/)).toBeVisible();
  cleanup();
  const { person } = open();
  expect(await screen.findByLabelText('Название')).toHaveValue('Планёрка');
  expect(screen.getByLabelText('Вопрос 1')).toHaveValue('О смете');
  await person.click(screen.getByRole('button', { name: 'Начать заново' }));
  expect(screen.getByLabelText('Название')).toHaveValue('');
  expect(screen.queryByLabelText('Вопрос 1')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Вернуть черновик' }));
  expect(screen.getByLabelText('Название')).toHaveValue('Планёрка');
  expect(screen.getByLabelText('Вопрос 1')).toHaveValue('О смете');
});

test("a draft is its person's own", async () => {
  const first = open();
  await first.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  cleanup();
  open();
  cleanup();
  signInAs('secretary', '8');
  openApp('/main/protocols/add');
  expect(await screen.findByLabelText('Название')).toHaveValue('');
});

test('without a line nothing is lost; the same again is a repeat under the same key', async () => {
  const app = open({ 'POST /protocols': noLine });
  const keys: (string | null)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (init?.method === 'POST') keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return fetch(input, init);
  };
  await app.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(await screen.findByText(/Протокол не создан. Нет подключения/)).toBeVisible();
  expect(screen.getByLabelText('Название')).toHaveValue('Планёрка');
  app.server.answers['POST /protocols'] = () => Response.json({ data: { id: 'p9', stage: 'no_video' } });
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toBe('/main/protocols/p9'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
  const sent = posts(app).map(({ body }) => (body as { id: string }).id);
  expect(new Set(sent).size).toBe(1);
});

test('a failure between the protocol and its members goes on where it was, after a reload too', async () => {
  const app = open({ 'POST /protocols/p9/members': noLine });
  await app.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await pick(app, 'Участники', 0, 'Иванов');
  await pick(app, 'Участники', 0, 'Орлова');
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(await screen.findByText('Протокол создан, но участники добавлены не все.')).toBeVisible();
  cleanup();
  let refusedOnce = false;
  const again = open({
    'POST /protocols/p9/members': ({ body }) => {
      if ((body as { member_id: string }).member_id === 'u2' && !refusedOnce) {
        refusedOnce = true;
        return refuse(422, 'validation_failed', 'Такого пользователя нет');
      }
      return Response.json({ data: body as object }, { status: 201 });
    },
  });
  const rest = await screen.findByRole('region', { name: 'Осталось добавить' });
  expect(within(rest).getAllByRole('listitem')).toHaveLength(2);
  await again.person.click(screen.getByRole('button', { name: 'Добавить ещё раз' }));
  expect(await within(rest).findByText('Такого пользователя нет')).toBeVisible();
  expect(within(rest).getAllByRole('listitem')).toHaveLength(1);
  await again.person.click(screen.getByRole('button', { name: 'Добавить ещё раз' }));
  await waitFor(() => expect(again.address()).toBe('/main/protocols/p9'));
  expect(posts(again).map(({ path, body }) => [path, (body as { member_id: string }).member_id])).toEqual([
    ['/protocols/p9/members', 'u1'],
    ['/protocols/p9/members', 'u2'],
    ['/protocols/p9/members', 'u2'],
  ]);
});

test('a meeting fills in title, time, place and members', async () => {
  const meeting = {
    id: 'm1',
    title: 'Совещание по бюджету',
    start_at: '2026-11-20T10:00:00.000Z',
    end_at: '2026-11-20T11:00:00.000Z',
    place: 'Москва',
    participant_ids: ['u1', 'u5'],
  };
  const app = open(
    {
      'GET /meetings': () => Response.json({ data: [meeting] }),
      'GET /users/u1': () => Response.json({ data: people[0] }),
    },
    '?meeting=m1',
  );
  expect(await screen.findByLabelText('Название')).toHaveValue('Совещание по бюджету');
  expect(screen.getByLabelText('Место')).toHaveValue('Москва');
  await waitFor(() => expect(screen.getByLabelText('Встреча')).toHaveDisplayValue(/^Совещание по бюджету — 20 ноября/));
  const chosen = within(screen.getByRole('grid', { name: 'Участники: выбраны' })).getAllByRole('row');
  expect(chosen.map((row) => row.textContent)).toEqual(['Иванов Сергей Петрович', 'Пользователь u5']);
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toBe('/main/protocols/p9'));
  expect(posts(app)[0]?.body).toMatchObject({
    meeting_id: 'm1',
    held_at: '2026-11-20T10:00:00.000Z',
    ended_at: '2026-11-20T11:00:00.000Z',
  });
});

test('a meeting of long ago is looked for too, never over more than 400 days at once', async () => {
  const asked: number[] = [];
  const app = open(
    {
      'GET /meetings': ({ query }) => {
        const [start, end] = ['start_date_at', 'end_date_at'].map((name) => Date.parse(query.get(name) ?? ''));
        asked.push(((end ?? 0) - (start ?? 0)) / 86_400_000);
        const isOld = (end ?? 0) < Date.now();
        return Response.json({ data: isOld ? [{ id: 'm1', title: 'Прошлогоднее совещание' }] : [] });
      },
    },
    '?meeting=m1',
  );
  expect(await screen.findByLabelText('Название')).toHaveValue('Прошлогоднее совещание');
  expect(Math.max(...asked)).toBeLessThan(400);
  expect(app.server.received.filter(({ path }) => path === '/meetings').length).toBeGreaterThanOrEqual(2);
});

test('a meeting that cannot be read leaves an empty form and says so', async () => {
  open({ 'GET /meetings': () => refuse(403, 'forbidden', 'Недостаточно прав') }, '?meeting=m1');
  expect(await screen.findByText(/прочитать не удалось/)).toBeVisible();
  expect(screen.getByLabelText('Название')).toHaveValue('');
  expect(await screen.findByText(/Список встреч не загрузился/)).toBeVisible();
});
