import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/lib/connectivity.ts';
import { outbox } from '#src/lib/outbox.ts';
import { createMeeting, deleteMeeting } from '#src/lib/writes/meeting-writes.ts';
import { write } from '#src/lib/writes/write.ts';
import { fakeServer, noLine, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

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
    'POST /protocols': ({ body }) => {
      const { id } = body as { id: string };
      const kept = { stage: 'no_video', version: 1, tasks: [], members: [] as object[], ...(body as object) };
      server.answers[`GET /protocols/${id}`] ??= () => Response.json({ data: kept });
      server.answers[`POST /protocols/${id}/members`] ??= (call) => {
        kept.members.push(call.body as object);
        return Response.json({ data: call.body }, { status: 201 });
      };
      server.answers[`POST /protocols/${id}/tasks`] = (call) => {
        const task = call.body as { id: string };
        server.answers[`PUT /protocols/tasks/${task.id}`] = () => Response.json({ data: { status: 'new', ...task } });
        return Response.json({ data: { status: 'new', ...task } }, { status: 201 });
      };
      server.answers[`PUT /protocols/${id}`] = (call) => {
        Object.assign(kept, call.body, { version: 2 });
        return Response.json({ data: kept });
      };
      return Response.json({ data: kept }, { status: 201 });
    },
    'GET /protocols': () => pageOf([]),
    ...answers,
  });
  return { server, ...openApp(`/main/protocols/add${query}`) };
}

/** The address of the protocol that the server was asked to make. */
const place = (app: Opened) => `/main/protocols/${(posts(app)[0]?.body as { id: string } | undefined)?.id}`;

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

test('a name that was typed and stands for nobody is not dropped with the sending', async () => {
  const { person, server } = open();
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  const field = screen.getByRole('combobox', { name: 'Председательствующий' });
  await person.type(field, 'Сидоров');
  await person.tab();
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Сидоров');
  expect(server.received.some(({ method }) => method === 'POST')).toBe(false);
  await person.clear(field);
  await person.tab();
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts({ server })).toHaveLength(1));
});

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
  await waitFor(() => expect(address()).toBe(place(app)));
  await waitFor(() => expect(posts(app)).toHaveLength(2));
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
  expect(member).toMatchObject({
    path: `${place(app).replace('/main', '')}/members`,
    body: { member_id: 'u2', kind: 'present' },
  });
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

test('the Enter key in a question adds the next one, and sends nothing that is half typed', async () => {
  const app = open();
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await person.keyboard('Первый{Enter}');
  expect(await screen.findByLabelText('Вопрос 2')).toHaveFocus();
  await person.keyboard('Третий{Enter}{Enter}');
  expect(screen.getByLabelText('Вопрос 3')).toHaveFocus();
  await person.type(screen.getByLabelText('Вопрос 1'), '{Enter}Второй');
  const titles = screen.getAllByLabelText(/^Вопрос \d$/).map((field) => (field as HTMLInputElement).value);
  expect(titles).toEqual(['Первый', 'Второй', 'Третий', '']);
  expect(posts(app)).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts(app)).toHaveLength(1));
});

test('a list that is pasted becomes a question of each line, and a line alone stays one', async () => {
  const app = open();
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await person.paste('1. О смете\r\n2.\tО складе\n\n3) Разное 😀 <b>');
  expect(await screen.findByLabelText('Вопрос 3')).toHaveFocus();
  expect(screen.getByText('Вставлено: 3 вопроса')).toHaveAttribute('role', 'status');
  await person.keyboard(' ');
  await person.paste('и\nпрочее');
  const titles = () => screen.getAllByLabelText(/^Вопрос \d$/).map((field) => (field as HTMLInputElement).value);
  expect(titles()).toEqual(['О смете', 'О складе', 'Разное 😀 <b> и прочее']);
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts(app)).toHaveLength(1));
  const [sent] = posts(app) as { body: { agenda: { title: string }[] } }[];
  expect(sent?.body.agenda.map(({ title }) => title)).toEqual(titles());
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

/** No line at all, until it is back. */
function cutLine({ server }: Pick<Opened, 'server'>) {
  const answers = { ...server.answers };
  for (const call of Object.keys(server.answers)) server.answers[call] = noLine;
  return () => {
    Object.assign(server.answers, answers);
    window.dispatchEvent(new Event('online'));
  };
}

test('without a line the protocol opens at once, whole and editable; it arrives once when the line returns', async () => {
  const app = open();
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await person.keyboard('О смете');
  await pick(app, 'Участники', 0, 'Иванов');
  await pick(app, 'Участники', 0, 'Орлова');
  const mend = cutLine(app);
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: /1\.О смете/ })).toBeVisible();
  expect(await screen.findByText('Перетащите запись встречи сюда')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Новое поручение' }));
  await person.type(screen.getByLabelText('Что сделать'), 'Купить стол');
  await person.selectOptions(screen.getByLabelText('Вопрос повестки'), '1. О смете');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Статус: Купить стол' }), 'В работе');
  await person.click(screen.getByRole('button', { name: 'Вопрос повестки' }));
  await person.type(screen.getByLabelText('Вопрос'), 'Разное');
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  expect(await screen.findByRole('heading', { name: /2\.Разное/ })).toBeVisible();
  await person.click(screen.getByRole('tab', { name: /Участники\s*2/ }));
  await person.click(screen.getByRole('button', { name: 'Убрать: Орлова Елена Викторовна' }));
  await waitFor(() => expect(screen.getByRole('tab', { name: /Участники\s*1/ })).toBeVisible());
  await person.click(screen.getByRole('button', { name: 'PDF' }));
  expect(await screen.findByText(/протокол ещё не отправлен/)).toBeVisible();
  await person.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  const row = await screen.findByRole('row', { name: /Планёрка/ });
  expect(row).toHaveTextContent('0 из 1');
  expect(within(row).getByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Поручения' }));
  expect(await screen.findByRole('row', { name: /Купить стол.*Планёрка/ })).toBeVisible();
  const tried = app.server.received.length;
  mend();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const writes = app.server.received.slice(tried).filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, '#')}`)).toEqual([
    'POST /protocols',
    'POST /protocols/#/members',
    'POST /protocols/#/tasks',
    'PUT /protocols/tasks/#',
    'PUT /protocols/#',
  ]);
});

test('a page that died while the draft was handed over goes on where it was, and makes nothing twice', async () => {
  const first = open();
  await first.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await pick(first, 'Участники', 0, 'Иванов');
  cleanup();
  // Handed over, and nobody knows how far that came.
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('protocol-draft'));
  const draft = JSON.parse(localStorage.getItem(key) ?? '') as { id: string };
  localStorage.setItem(key, JSON.stringify({ ...draft, handing: true, memberKeys: { u1: 'm-1' } }));
  const again = open();
  await waitFor(() => expect(again.address()).toBe(`/main/protocols/${draft.id}`));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(posts(again).map(({ body }) => (body as { id: string }).id)).toEqual([draft.id, 'm-1']);
  expect(localStorage.getItem(key)).toBeNull();
  cleanup();
  // Once more, with all of it there already.
  localStorage.setItem(key, JSON.stringify({ ...draft, handing: true, memberKeys: { u1: 'm-1' } }));
  const taken = () => refuse(409, 'id_taken', 'Запись с таким идентификатором уже есть');
  const last = open({
    'POST /protocols': taken,
    [`POST /protocols/${draft.id}/members`]: taken,
    [`GET /protocols/${draft.id}`]: () =>
      Response.json({ data: { id: draft.id, stage: 'no_video', title: 'Планёрка' } }),
  });
  await waitFor(() => expect(last.address()).toBe(`/main/protocols/${draft.id}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible();
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('a draft that waits in the outbox already is opened, not handed over again', async () => {
  const app = open();
  await app.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('protocol-draft'));
  const draft = localStorage.getItem(key) ?? '';
  cutLine(app);
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  cleanup();
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(draft), handing: true }));
  const again = openApp('/main/protocols/add');
  await waitFor(() => expect(again.address()).toBe(app.address()));
  expect(outbox.list()).toHaveLength(1);
});

test('a protocol that was refused later is put right in its form under the same id, and what waits for it follows', async () => {
  const message = 'Протокол с таким номером в этом году уже есть';
  const app = open();
  const { person, server } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.type(screen.getByLabelText('Номер'), '7');
  await pick(app, 'Участники', 0, 'Иванов');
  const create = server.answers['POST /protocols'] as () => Response;
  const mend = cutLine(app);
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  mend();
  server.answers['POST /protocols'] = (call) =>
    (call.body as { number: string }).number === '7'
      ? Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 })
      : (create as unknown as (of: typeof call) => Response)(call);
  expect(await screen.findByRole('button', { name: 'не отправлено' })).toBeVisible();
  const [failed] = outbox.list();
  await app.router.navigate(`/main/protocols/add?write=${failed?.id}`);
  const number = await screen.findByLabelText('Номер');
  await waitFor(() => expect(number).toHaveAccessibleDescription(new RegExp(message)));
  expect(screen.getByLabelText('Название')).toHaveValue('Планёрка');
  await person.clear(number);
  await person.type(number, '8');
  await person.click(screen.getByRole('button', { name: 'Отправить ещё раз' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(app.address()).toBe(`/main/protocols/${failed?.creates}`);
  const ids = posts(app)
    .filter(({ path }) => path === '/protocols')
    .map(({ body }) => (body as { id: string }).id);
  expect(new Set(ids)).toEqual(new Set([failed?.creates]));
  expect(posts(app).at(-1)?.path).toBe(`/protocols/${failed?.creates}/members`);
});

test('a meeting fills in title, time, place, agenda and members', async () => {
  const meeting = {
    id: 'm1',
    title: 'Совещание по бюджету',
    start_at: '2026-11-20T10:00:00.000Z',
    end_at: '2026-11-20T11:00:00.000Z',
    place: 'Москва',
    description: 'Повестка:\n1. Об исполнении бюджета\n2. О плане закупок',
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
  expect(screen.getByLabelText('Вопрос 1')).toHaveValue('Об исполнении бюджета');
  expect(screen.getByLabelText('Вопрос 2')).toHaveValue('О плане закупок');
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toBe(place(app)));
  expect(posts(app)[0]?.body).toMatchObject({
    meeting_id: 'm1',
    held_at: '2026-11-20T10:00:00.000Z',
    ended_at: '2026-11-20T11:00:00.000Z',
    agenda: [{ title: 'Об исполнении бюджета' }, { title: 'О плане закупок' }],
  });
});

test('the meetings to choose from are those that will be there: made without a line, and without the deleted ones', async () => {
  const start_at = new Date().toISOString();
  const meeting = (id: string, title: string) => ({ id, title, start_at });
  const app = open({
    'GET /meetings': () => Response.json({ data: [meeting('m1', 'Летучка'), meeting('m2', 'Совет')] }),
  });
  const choice = await screen.findByLabelText('Встреча');
  await within(choice).findByRole('option', { name: /^Летучка/ });
  app.server.answers['GET /health'] = noLine;
  connectivity.reportFailure();
  const planned = { title: 'Планёрка', description: '1. О планах', start_at, end_at: start_at };
  await write(createMeeting, { id: 'm3', body: planned, files: [] });
  await write(deleteMeeting, { meeting: meeting('m1', 'Летучка') });
  expect(await within(choice).findByRole('option', { name: /^Планёрка/ })).toBeInTheDocument();
  expect(within(choice).queryByRole('option', { name: /^Летучка/ })).not.toBeInTheDocument();
  await app.person.selectOptions(choice, 'm3');
  expect(await screen.findByLabelText('Название')).toHaveValue('Планёрка');
  expect(await screen.findByLabelText('Вопрос 1')).toHaveValue('О планах');
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
