import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createMeeting, deleteMeeting } from '#src/data/meeting/mutations.ts';
import { mutate } from '#src/sync/mutations/mutate.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { noConnection, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';
import { open, people, pick, place, posts } from './support/open-new-protocol.tsx';

afterEach(forgetWrites);

test('a typed name that matches nobody blocks the form instead of being dropped', async () => {
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

test('a question with a speaker needs a title', async () => {
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

test('questions are reordered and removed by the keyboard, and the focus follows', async () => {
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
  await person.click(await screen.findByRole('button', { name: 'Убрать: вопрос 1' }));
  expect(add).toHaveFocus();
});

test('Enter in a question adds the next one and does not submit the form', async () => {
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

test('Enter in a picker or a single-line field does not submit the form; Ctrl+Enter does, from anywhere', async () => {
  const app = open();
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка{Enter}');
  await person.type(screen.getByLabelText('Номер'), '7{Enter}');
  await person.type(screen.getByLabelText('Место'), 'Переговорная{Enter}');
  act(() => screen.getByLabelText('Вид').focus());
  await person.keyboard('{Enter}');
  act(() => screen.getByLabelText('Встреча').focus());
  await person.keyboard('{Enter}');
  act(() => screen.getAllByRole('spinbutton')[1]?.focus());
  await person.keyboard('{Enter}');
  const chairman = screen.getByRole('combobox', { name: 'Председательствующий' });
  await person.type(chairman, 'Орлова');
  await screen.findByRole('option', { name: /Орлова/ });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Иванов/ })).toBeNull());
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await person.keyboard('{Enter}');
  expect(chairman).toHaveValue('Орлова Елена Викторовна');
  const members = screen.getByRole('combobox', { name: 'Участники' });
  await person.type(members, 'Иванов');
  await screen.findByRole('option', { name: /Иванов/ });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Орлова/ })).toBeNull());
  await person.keyboard('{Enter}{Escape}{Enter}');
  expect(screen.getByRole('row', { name: /Иванов/ })).toBeVisible();
  expect(posts(app)).toEqual([]);
  expect(app.address()).toBe('/main/protocols/add');

  await person.click(chairman);
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(posts(app)).toHaveLength(2));
  expect(posts(app)[0]?.body).toMatchObject({ title: 'Планёрка', number: '7', chairman_id: 'u2' });
});

test('a pasted list becomes one question per line; pasted after typed text it stays in that question', async () => {
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

test('a pasted agenda fills in speakers and times, and can be turned back into text', async () => {
  const app = open();
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await pick(app, 'Участники', 0, 'Орлова');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  const text = '1. О смете, докладчик Орлова Е. В.\n2. О складе (Сидоров А. А., кладовщик), 10 мин\n3. Разное';
  await person.paste(text);
  expect(await screen.findByLabelText('Вопрос 3')).toHaveFocus();
  const titles = () => screen.getAllByLabelText(/^Вопрос \d$/).map((field) => (field as HTMLInputElement).value);
  const speakers = () =>
    screen.getAllByRole('combobox', { name: 'Докладчик' }).map((field) => (field as HTMLInputElement).value);
  expect(titles()).toEqual(['О смете', 'О складе (10 мин)', 'Разное']);
  expect(speakers()).toEqual(['Орлова Елена Викторовна', 'Сидоров А. А., кладовщик', '']);
  await person.click(screen.getByRole('button', { name: 'Вернуть вставленный текст' }));
  expect(titles()).toEqual([text.replaceAll('\n', ' ')]);
  expect(screen.getByLabelText('Вопрос 1')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Вернуть вставленный текст' })).toBeNull();

  await person.clear(screen.getByLabelText('Вопрос 1'));
  await person.paste(text);
  await screen.findByLabelText('Вопрос 3');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts(app).length).toBeGreaterThan(0));
  expect(posts(app)[0]?.body).toMatchObject({
    agenda: [
      { title: 'О смете', speaker_id: 'u2' },
      { title: 'О складе (10 мин)', speaker_name: 'Сидоров А. А., кладовщик' },
      { title: 'Разное' },
    ],
  });
});

test('a paste of more questions than an agenda may have is refused with a message', async () => {
  const { person } = open();
  await person.click(await screen.findByRole('button', { name: 'Добавить вопрос' }));
  await person.paste(Array.from({ length: 1_001 }, (_, n) => `${n + 1}. О деле`).join('\n'));
  await waitFor(() =>
    expect(screen.getByLabelText('Вопрос 1')).toHaveAccessibleDescription(
      /^Не вставлено: в тексте 1\s001\sвопрос, а может быть не больше 1000/,
    ),
  );
  expect(screen.queryByLabelText('Вопрос 2')).toBeNull();
});

test('a number that is taken is reported at its field, and the other input stays', async () => {
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

test('the draft is restored after a reload, can be discarded, and brought back', async () => {
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

test('a draft is hidden from other people', async () => {
  const first = open();
  await first.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  cleanup();
  open();
  cleanup();
  signInAs('secretary', '8');
  openApp('/main/protocols/add');
  expect(await screen.findByLabelText('Название')).toHaveValue('');
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

test('the choice of meetings includes those created offline and leaves out those deleted offline', async () => {
  const start_at = new Date().toISOString();
  const meeting = (id: string, title: string) => ({ id, title, start_at });
  const app = open({
    'GET /meetings': () => Response.json({ data: [meeting('m1', 'Летучка'), meeting('m2', 'Совет')] }),
  });
  const choice = await screen.findByLabelText('Встреча');
  await within(choice).findByRole('option', { name: /^Летучка/ });
  app.server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  const planned = { title: 'Планёрка', description: '1. О планах', start_at, end_at: start_at };
  await mutate(createMeeting, { id: 'm3', body: planned, files: [] });
  await mutate(deleteMeeting, { meeting: meeting('m1', 'Летучка') });
  expect(await within(choice).findByRole('option', { name: /^Планёрка/ })).toBeInTheDocument();
  expect(within(choice).queryByRole('option', { name: /^Летучка/ })).not.toBeInTheDocument();
  await app.person.selectOptions(choice, 'm3');
  expect(await screen.findByLabelText('Название')).toHaveValue('Планёрка');
  expect(await screen.findByLabelText('Вопрос 1')).toHaveValue('О планах');
});

test('a meeting of long ago is found too, in requests for at most 400 days', async () => {
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

test('a meeting that cannot be loaded leaves an empty form with a message', async () => {
  open({ 'GET /meetings': () => refuse(403, 'forbidden', 'Недостаточно прав') }, '?meeting=m1');
  expect(await screen.findByText(/прочитать не удалось/)).toBeVisible();
  expect(screen.getByLabelText('Название')).toHaveValue('');
  expect(await screen.findByText(/Список встреч не загрузился/)).toBeVisible();
});
