import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const complete = {
  id: 'p1',
  stage: 'success_video_process',
  title: 'Совет',
  held_at: '2026-11-20T10:00:00Z',
  place: 'Москва',
  version: 3,
  chairman_id: 'u1',
  secretary_id: '7',
  agenda: [{ id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить смету' }] }],
  tasks: [{ id: 't1', status: 'new', title: 'Отчёт', assignee_id: 'u1', due_at: '2026-12-01' }],
  members: [{ id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович', kind: 'present' }],
};

/** A protocol without anything that may be missing. */
const lacking = {
  held_at: null,
  place: null,
  chairman_id: null,
  agenda: [
    { id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить' }] },
    { id: 'a2', title: 'О складе', speaker_id: 'u9' },
  ],
  tasks: [
    { id: 't1', status: 'new', title: 'Отчёт', assignee_id: null, due_at: null },
    { id: 't2', status: 'new', title: 'Смета', assignee_id: 'u1', due_at: null },
  ],
  members: [],
};

type Answers = Parameters<typeof fakeServer>[0];

/** Opens a protocol over a server that keeps what is put. */
function open(change: object = {}, answers: Answers = {}) {
  signInAs('secretary');
  let now: object = { ...complete, ...change };
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: now }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([{ id: 'u2', name: 'Орлова Елена Викторовна' }]),
    'GET /users/u1': () => Response.json({ data: { id: 'u1', name: 'Иванов Сергей Петрович' } }),
    'PUT /protocols/p1': ({ body }) => {
      now = { ...now, ...(body as object) };
      return Response.json({ data: now });
    },
    'POST /protocols/p1/final': () => {
      now = { ...now, stage: 'final' };
      return Response.json({ data: now });
    },
    ...answers,
  });
  return { server, ...openApp('/main/protocols/p1') };
}

const card = async () => within(await screen.findByRole('region', { name: 'Перед завершением' }));
const plain = (element: Element) => element.textContent?.replaceAll('\u00A0', ' ');
const follow = async ({ person }: Pick<ReturnType<typeof open>, 'person'>, words: string | RegExp) =>
  person.click(await (await card()).findByRole('button', { name: words }));
const written = ({ server }: Pick<ReturnType<typeof open>, 'server'>) =>
  server.received.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

test('each kind of missing data is listed once: a single thing by name, several as a count', async () => {
  open(lacking);
  const list = await (await card()).findByRole('list', { name: 'Стоит проверить' });
  await within(list).findByText('Вопрос «О складе»: докладчик не найден');
  expect(within(list).getAllByRole('listitem').map(plain)).toEqual([
    'Не указана дата',
    'Не указано место',
    'Не указан председательствующий',
    'Не указаны участники',
    'Вопрос «О складе»: нет решения',
    'Вопрос «О складе»: докладчик не найден',
    'Поручение «Отчёт»: нет ответственного',
    'У 2 поручений нет срока',
  ]);
  expect(screen.queryByRole('list', { name: 'Мешает' })).toBeNull();
});

test('a complete protocol is shown as such, and is finished without a list of what is missing', async () => {
  const app = open();
  expect(await (await card()).findByText('Всё заполнено')).toBeVisible();
  await app.person.click(screen.getByRole('button', { name: 'Завершить' }));
  await app.person.click(await screen.findByRole('button', { name: 'Сформировать итоговый протокол' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Сформировать итоговый протокол?' }));
  expect(question.queryByRole('list')).toBeNull();
  await app.person.click(question.getByRole('button', { name: 'Сформировать' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Перед завершением' })).toBeNull());
  expect(written(app)).toEqual([
    ['PUT', '/protocols/p1', { stage: 'finish', version: 3 }],
    ['POST', '/protocols/p1/final', { version: 3 }],
  ]);
});

test('a protocol of a future meeting becomes final only once confirmed', async () => {
  const app = open({ stage: 'finish', held_at: '2126-11-20T10:00:00Z' });
  await app.person.click(await screen.findByRole('button', { name: 'Сформировать итоговый протокол' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Сформировать итоговый протокол?' }));
  const confirm = question.getByRole('button', { name: 'Сформировать' });
  expect(confirm).toHaveAccessibleDescription('Отметьте, что протокол действительно нужен до встречи.');
  await app.person.click(confirm);
  expect(written(app)).toEqual([]);
  await app.person.click(question.getByRole('checkbox', { name: /^Да, .+ встреча ещё впереди/ }));
  await app.person.click(confirm);
  await waitFor(() =>
    expect(written(app)).toEqual([['POST', '/protocols/p1/final', { version: 3, before_meeting: true }]]),
  );
});

test('a confirmation for a future meeting is not sent once its day has come', async () => {
  vi.setSystemTime('2026-11-19T12:00:00Z');
  onTestFinished(() => void vi.useRealTimers());
  const app = open({ stage: 'finish' });
  await app.person.click(await screen.findByRole('button', { name: 'Сформировать итоговый протокол' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Сформировать итоговый протокол?' }));
  await app.person.click(question.getByRole('checkbox', { name: /^Да, .+ встреча ещё впереди/ }));
  vi.setSystemTime('2026-11-20T12:00:00Z');
  await app.person.click(question.getByRole('button', { name: 'Сформировать' }));
  await waitFor(() => expect(written(app)).toEqual([['POST', '/protocols/p1/final', { version: 3 }]]));
});

test('an entry focuses its field of the head, and disappears once that is filled in', async () => {
  const app = open(lacking);
  await follow(app, 'Не указано место');
  const form = within(await screen.findByRole('form', { name: 'Данные протокола' }));
  await waitFor(() => expect(form.getByLabelText('Место')).toHaveFocus());
  // The form is open by now: the focus moves within it.
  await follow(app, 'Не указан председательствующий');
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Председательствующий' })).toHaveFocus());
  await follow(app, 'Не указана дата');
  const [day] = within(form.getByRole('group', { name: 'Начало' })).getAllByRole('spinbutton');
  await waitFor(() => expect(day).toHaveFocus());
  await app.person.type(form.getByLabelText('Место'), 'Казань');
  await app.person.click(form.getByRole('button', { name: 'Сохранить' }));
  const check = await card();
  await waitFor(() => expect(check.queryByText('Не указано место')).toBeNull());
});

test('an entry focuses the decisions or the speaker of its question', async () => {
  const app = open(lacking);
  await follow(app, 'Вопрос «О складе»: нет решения');
  const form = within(await screen.findByRole('form', { name: 'Вопрос 2' }));
  await waitFor(() => expect(form.getByRole('button', { name: 'Добавить решение' })).toHaveFocus());
  await follow(app, 'Вопрос «О складе»: докладчик не найден');
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Докладчик' })).toHaveFocus());
});

test('an entry focuses the answer to a vote without a quorum, and disappears once that is answered', async () => {
  const decision = { id: 'd1', text: 'Утвердить смету', votes: { for: 1 } };
  const votes = { for: 1, no_quorum: { present: 1, total: 3, needed: 2 } };
  const decisions = [decision, { id: 'd2', text: 'Построить склад', votes }];
  const app = open({ agenda: [{ id: 'a1', title: 'О смете', decisions }] });
  const words = 'Голосование по решению 1.2 проведено без кворума';
  await follow(app, words);
  const group = within(await screen.findByRole('group', { name: 'Голосование по решению 1.2.' }));
  const answer = await group.findByRole('button', { name: 'Учесть без кворума' });
  await waitFor(() => expect(answer).toHaveFocus());
  await app.person.click(answer);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test('for an empty agenda an entry opens a new question', async () => {
  const app = open({ agenda: [] });
  await follow(app, 'Повестка пуста');
  const form = within(await screen.findByRole('form', { name: 'Вопрос 1' }));
  await waitFor(() => expect(form.getByLabelText('Вопрос')).toHaveFocus());
});

test('an entry opens the tab and the form of its task, or the tab of the members', async () => {
  const app = open(lacking);
  await follow(app, 'Не указаны участники');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Добавить участника' })).toHaveFocus());
  expect(screen.getByRole('tab', { name: /Участники/ })).toHaveAttribute('aria-selected', 'true');
  await follow(app, 'У 2 поручений нет срока'.replace('2 ', '2\u00A0'));
  const form = within(await screen.findByRole('form', { name: 'Изменить поручение' }));
  expect(await form.findByLabelText('Что сделать')).toHaveValue('Отчёт');
  const [day] = within(form.getByRole('group', { name: 'Срок' })).getAllByRole('spinbutton');
  await waitFor(() => expect(day).toHaveFocus());
  await follow(app, 'Поручение «Отчёт»: нет ответственного');
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Ответственный' })).toHaveFocus());
});

test('only the step to final asks, with the list of what is missing; entries lead out of it, going on is possible', async () => {
  const app = open({ place: null, secretary_id: null });
  await app.person.click(await screen.findByRole('button', { name: 'Завершить' }));
  const final = await screen.findByRole('button', { name: 'Сформировать итоговый протокол' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await app.person.click(final);
  let question = await screen.findByRole('alertdialog', { name: 'Сформировать итоговый протокол?' });
  expect(within(question).getAllByRole('listitem').map(plain)).toEqual(['Не указано место', 'Не указан секретарь']);
  await app.person.click(within(question).getByRole('button', { name: 'Не указано место' }));
  await waitFor(() => expect(screen.getByLabelText('Место')).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await app.person.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(written(app)).toHaveLength(1);
  await app.person.click(final);
  question = await screen.findByRole('alertdialog', { name: 'Сформировать итоговый протокол?' });
  await app.person.click(await within(question).findByRole('button', { name: 'Сформировать' }));
  await waitFor(() => expect(written(app)).toHaveLength(2));
});

test('offline, unsent changes are listed and open the queue; a refused one blocks finishing until it is corrected', async () => {
  const app = open();
  const { person, server } = app;
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  for (const call of Object.keys(server.answers)) server.answers[call] = noConnection;
  await person.type(await screen.findByLabelText('Место'), ', зал 2');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  const words = 'Протокол «Совет»: данные';
  await follow(app, `${words}\u00A0— ещё не на сервере`);
  const queue = await screen.findByRole('dialog', { name: 'Очередь отправки' });
  expect(await within(queue).findByText(words)).toBeVisible();
  await person.keyboard('{Escape}');

  server.answers['GET /health'] = ourHealth;
  server.answers['GET /protocols/p1'] = () => Response.json({ data: complete });
  server.answers['PUT /protocols/p1'] = () => refuse(422, 'validation_failed', 'Такого места нет');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await waitFor(() => expect(screen.queryByText(/Вы офлайн/)).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Завершить' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Завершить протокол?' }));
  const confirm = question.getByRole('button', { name: 'Завершить' });
  expect(confirm).toHaveAccessibleDescription('Сначала нужно решить то, что мешает.');
  const before = written(app).length;
  await person.click(confirm);
  expect(written(app)).toHaveLength(before);
  const hindering = question.getByRole('list', { name: 'Мешает' });
  await person.click(within(hindering).getByRole('button', { name: `${words}\u00A0— сервер не принял` }));
  const kept = await screen.findByRole('region', { name: words });
  await waitFor(() => expect(within(kept).getByLabelText('Название')).toHaveFocus());
});

test('an open question is saved before an entry leads away from it', async () => {
  const app = open(lacking);
  await app.person.click(await screen.findByRole('button', { name: 'Вопрос повестки' }));
  await app.person.type(await screen.findByLabelText('Вопрос'), 'Разное');
  await follow(app, 'Не указано место');
  await waitFor(() => expect(screen.getByLabelText('Место')).toHaveFocus());
  expect(screen.getByRole('heading', { name: /Разное/ })).toBeVisible();
});

test('following an entry does not discard unsaved input elsewhere, and unsaved input blocks finishing', async () => {
  const app = open(lacking);
  await app.person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await app.person.type(await screen.findByLabelText('Организация'), 'Север');
  await follow(app, 'Вопрос «О складе»: нет решения');
  expect(await screen.findByText('Сначала сохраните или отмените то, что открыто')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Название')).toHaveFocus());
  expect(screen.getByLabelText('Организация')).toHaveValue('Север');
  await app.person.click(screen.getByRole('button', { name: 'Завершить' }));
  expect(await screen.findByText('Есть несохранённый текст.')).toBeVisible();
  expect(written(app)).toEqual([]);
});

test('on a narrow screen an entry opens the tab of what is missing', async () => {
  const narrow = (media: string) => Object.assign(new EventTarget(), { media, matches: false, onchange: null });
  vi.stubGlobal('matchMedia', narrow);
  const app = open(lacking);
  const parts = await screen.findByRole('tablist', { name: 'Части протокола' });
  const isOpen = (name: RegExp) => within(parts).getByRole('tab', { name }).getAttribute('aria-selected');
  await follow(app, 'Не указаны участники');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Добавить участника' })).toHaveFocus());
  expect(isOpen(/Участники/)).toBe('true');
  await follow(app, 'Поручение «Отчёт»: нет ответственного');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Ответственный' })).toHaveFocus());
  expect(isOpen(/Поручения/)).toBe('true');
  await follow(app, 'Не указано место');
  await waitFor(() => expect(screen.getByLabelText('Место')).toHaveFocus());
  expect(isOpen(/Протокол/)).toBe('true');
});

test('members that are not loaded yet are not called missing, nor is the protocol called complete', async () => {
  const members = () => refuse(500, 'server_error', 'Сбой');
  open({ members: undefined }, { 'GET /protocols/p1/members': members });
  const check = await card();
  expect(await check.findByText('Ещё не прочитаны: участники')).toBeVisible();
  expect(check.queryByText('Всё заполнено')).toBeNull();
  expect(check.queryByRole('list')).toBeNull();
});

test('with a bare provider only what can be filled in here is listed', async () => {
  signInAs('secretary');
  fakeServer({
    'GET /health': () => refuse(404, 'not_found', 'Нет'),
    'GET /protocols/5': () => Response.json({ data: { id: 5, stage: 'no_video', title: 'Планёрка' } }),
    'GET /protocols/5/members': () => Response.json({ data: [{ member_id: 12 }] }),
    'GET /protocols/tasks': () => Response.json({ data: [{ id: 1, status: 'done', protocol_id: 5 }] }),
    'GET /users/12': () => Response.json({ data: { id: 12 } }),
  });
  openApp('/main/protocols/5');
  const check = await card();
  await check.findByText('Поручение без названия: нет ответственного');
  await check.findByText('Не указан председательствующий');
  expect(check.getAllByRole('listitem').map(plain)).toEqual([
    'Не указана дата',
    'Не указано место',
    'Не указан председательствующий',
    'Повестка пуста',
    'Поручение без названия: нет ответственного',
  ]);
});
