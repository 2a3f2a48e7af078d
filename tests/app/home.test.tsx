import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createKeyword } from '#src/data/keyword/mutations.ts';
import { createMeeting } from '#src/data/meeting/mutations.ts';
import { plusDays, toDayValue } from '#src/format/index.ts';
import { mutate } from '#src/sync/mutations/mutate.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

type Answers = Parameters<typeof fakeServer>[0];

const at = (day: number, hour: number) => new Date(2025, 2, day, hour).toISOString();
const list = (rows: object[]) => () => Response.json({ data: rows });
const meetings = [
  { id: 'm2', title: 'Планёрка', start_at: at(20, 15), end_at: at(20, 16), protocol_id: 'p1' },
  { id: 'm1', title: 'Совещание по бюджету', place: 'Переговорная 4', start_at: at(20, 11), end_at: at(20, 12) },
  { id: 'm3', title: 'Выезд', start_at: at(24, 9), end_at: at(25, 18) },
  { id: 4 },
];

function open(answers: Answers = {}, address = '?date=2025-03-20') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /meetings': list(meetings),
    'GET /protocols': () => pageOf([]),
    'GET /stats/secretary/meetings': list([
      { date: '2025-03-18', count: 1 },
      { date: '2025-03-20', count: 2 },
    ]),
    'GET /stats/secretary/7/entities': () => Response.json({ data: { meetings: 48, protocols: 1, tasks: 22 } }),
    'GET /stats/secretary/7/tasks': () => Response.json({ data: { total: 5, overdue: 1 } }),
    ...answers,
  });
  return { server, ...openApp(`/main/home${address}`) };
}

const calendar = () => screen.findByRole('application', { name: /Календарь встреч/ });
const region = (name: string) => screen.findByRole('region', { name });
const asked = (server: ReturnType<typeof fakeServer>, path: string) =>
  server.received.filter((call) => call.path === path).map(({ query }) => Object.fromEntries(query));

test('a day that has meetings says how many, in words', async () => {
  open();
  const month = await calendar();
  expect(await within(month).findByRole('button', { name: 'четверг, 20 марта, 2\u00A0встречи' })).toBeVisible();
  for (const day of ['понедельник, 24', 'вторник, 25']) {
    expect(within(month).getByRole('button', { name: `${day} марта, 1\u00A0встреча` })).toBeVisible();
  }
  expect(within(month).getByRole('button', { name: /19 марта/ })).not.toHaveAccessibleName(/встреч/);
});

test('the chosen day lists its meetings in order, each with a link to its protocol', async () => {
  open();
  const day = await screen.findByRole('list', { name: 'Встречи дня' });
  const rows = within(day).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    '11:00Совещание по бюджетуПереговорная 4Создать протокол',
    '15:00ПланёркаОткрыть протокол',
  ]);
  const href = (name: string) => within(day).getByRole('link', { name }).getAttribute('href');
  expect(href('Создать протокол: Совещание по бюджету')).toBe('/main/protocols/add?meeting=m1');
  expect(href('Открыть протокол: Планёрка')).toBe('/main/protocols/p1');
  expect(href('Планёрка')).toBe('/main/meetings?date=2025-03-20&meeting=m2');
});

test('a day is chosen by the keyboard and kept in the address, «back» returns to it', async () => {
  const { person, address, router } = open();
  await person.click(await within(await calendar()).findByRole('button', { name: /20 марта, 2/ }));
  await person.keyboard('{ArrowDown}{ArrowLeft}{ArrowLeft}{Enter}');
  expect(await screen.findByRole('heading', { name: 'Вторник, 25 марта' })).toBeVisible();
  expect(address()).toBe('/main/home?date=2025-03-25');
  expect(screen.getByRole('link', { name: 'Выезд' })).toBeVisible();
  await person.keyboard('{PageDown}{Enter}');
  expect(address()).toBe('/main/home?date=2025-04-25');
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { name: 'Вторник, 25 марта' })).toBeVisible();
});

test('another month is looked at without choosing a day in it, «Сегодня» leads to today', async () => {
  const { server, person, address } = open();
  await person.click(await screen.findByRole('button', { name: 'Следующий месяц' }));
  await waitFor(() =>
    expect(asked(server, '/meetings')).toContainEqual({ start_date_at: '2025-03-31', end_date_at: '2025-05-01' }),
  );
  expect(address()).toBe('/main/home?date=2025-03-20');
  await person.click(screen.getByRole('button', { name: 'Сегодня' }));
  await waitFor(() => expect(address()).toBe('/main/home'));
  expect(screen.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
});

test("today's next meeting comes first, with its protocol as the primary action", async () => {
  useTimeZone('Europe/Moscow');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-03-20T10:20:00+03:00') });
  const row = (id: string, from: string, to: string, more = {}) => {
    return {
      id,
      title: `Встреча ${id}`,
      start_at: `2025-03-20T${from}:00+03:00`,
      end_at: `2025-03-20T${to}:00+03:00`,
      ...more,
    };
  };
  const lead = { place: 'Переговорная 4', participant_ids: ['u1', 'u2'], protocol_id: 'p1' };
  open(
    {
      'GET /meetings': list([
        row('поздняя', '16:00', '17:00'),
        row('следующая', '11:00', '12:00', lead),
        row('ранняя', '09:00', '10:00'),
      ]),
    },
    '',
  );
  const day = await screen.findByRole('list', { name: 'Встречи дня' });
  expect(
    within(day)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '11:00Встреча следующаячерез 40\u00A0минут · Переговорная 4 · 2\u00A0участникаОткрыть протокол',
    '09:00Встреча ранняяСоздать протокол',
    '16:00Встреча поздняяСоздать протокол',
  ]);
  expect(within(day).getByRole('link', { name: 'Открыть протокол: Встреча следующая' })).toHaveAttribute(
    'href',
    '/main/protocols/p1',
  );
});

test('a screen that is left open over midnight has the day that begins', async () => {
  useTimeZone('Europe/Moscow');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-03-19T23:50:00+03:00') });
  const task = { id: 't1', status: 'new', title: 'Отчёт', due_at: '2025-03-19' };
  open({ 'GET /protocols/tasks': () => pageOf([task]) }, '');
  const day = within(await screen.findByRole('region', { name: 'Сегодня' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Среда, 19 марта' })).toBeVisible();
  expect(await day.findByText(/Встреч в этот день нет/)).toBeVisible();
  expect(await screen.findByText('до 19 марта')).toBeVisible();
  vi.setSystemTime(new Date('2025-03-20T00:00:05+03:00'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByRole('heading', { level: 1, name: 'Четверг, 20 марта' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
  expect(await day.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
  expect(await screen.findByText(/^Просрочено на 1\sдень/)).toBeInTheDocument();
});

test('a person without meetings and protocols sees how to begin instead of zeros', async () => {
  const { person } = open({ 'GET /meetings': list([]) });
  expect(await screen.findByRole('region', { name: 'С чего начать' })).toBeVisible();
  const next = screen.getByRole('button', { name: 'Следующий месяц' });
  await person.click(next);
  expect(next).toHaveFocus();
  expect(screen.queryByRole('region', { name: 'Всего у вас' })).toBeNull();
});

test('a day without meetings offers to create one', async () => {
  open({}, '?date=2025-03-19');
  expect(await screen.findByText(/Встреч в этот день нет/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Назначить встречу' })).toHaveAttribute(
    'href',
    '/main/meetings?date=2025-03-19&new=2025-03-19',
  );
  expect(screen.getByText(/^Следующая — 20 марта 2025 г., 11:00/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Совещание по бюджету' })).toHaveAttribute(
    'href',
    '/main/meetings?date=2025-03-20&meeting=m1',
  );
});

test('meetings by day: the range in words, each figure as text, a month on demand', async () => {
  const { server, person, address } = open();
  const bars = await screen.findByRole('list', { name: 'Встречи по дням' });
  expect(screen.getByText('17–23 марта 2025 г.')).toBeVisible();
  const total = screen.getByRole('link', { name: '3\u00A0встречи' });
  expect(total).toHaveAttribute('href', '/main/meetings?view=week&date=2025-03-17');
  const day = within(bars).getByRole('link', { name: 'четверг, 20 марта: 2\u00A0встречи' });
  expect(day).toHaveAttribute('href', '/main/meetings?view=day&date=2025-03-20');
  // A day without meetings is not a link.
  expect(within(bars).queryByRole('link', { name: /22 марта/ })).toBeNull();
  expect(within(bars).getAllByRole('listitem')).toHaveLength(7);
  await person.click(screen.getByRole('button', { name: 'Месяц' }));
  expect(await screen.findByText('1–31 марта 2025 г.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Месяц' })).toHaveAttribute('aria-pressed', 'true');
  expect(address()).toBe('/main/home?date=2025-03-20&range=month');
  expect(asked(server, '/stats/secretary/meetings')).toEqual([
    { start_date_at: '2025-03-17', end_date_at: '2025-03-23' },
    { start_date_at: '2025-03-01', end_date_at: '2025-03-31' },
  ]);
});

test('figures of days with unsent meetings say that those are not counted', async () => {
  open({ 'GET /health': noConnection });
  await screen.findByRole('link', { name: '3\u00A0встречи' });
  connectivity.reportFailure();
  const make = (id: string, day: number) =>
    mutate(createMeeting, { id, body: { title: 'Новая', start_at: at(day, 10), end_at: at(day, 11) }, files: [] });
  await make('m8', 25);
  expect(screen.queryByText(/^Посчитано без/)).not.toBeInTheDocument();
  await make('m9', 19);
  expect(await screen.findByText('Посчитано без изменений, которые ещё не отправлены.')).toBeVisible();
});

test("shows one's own totals, and the tasks of a typed date", async () => {
  const { server, person, address } = open({}, '?tasks=2025-03-20');
  const totals = await region('Всего у вас');
  await within(totals).findByText('48');
  expect(
    within(totals)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['48 встреч', '1 протокол', '22 поручения']);
  const tasks = await region('Поручения на дату');
  expect(await within(tasks).findByText('5')).toBeVisible();
  expect(within(tasks).getByText(/просрочено/)).toBeVisible();
  await person.click(within(tasks).getByRole('spinbutton', { name: /день/ }));
  await person.keyboard('21');
  await waitFor(() => expect(address()).toBe('/main/home?tasks=2025-03-21'));
  await waitFor(() => expect(asked(server, '/stats/secretary/7/tasks').at(-1)).toEqual({ date: '2025-03-21' }));
});

test('the tasks of one day are not shown under another', async () => {
  const { server, person, address } = open({}, '?tasks=2025-03-20');
  const tasks = within(await region('Поручения на дату'));
  expect(await tasks.findByText('5')).toBeVisible();
  const answer = Promise.withResolvers<Response>();
  server.answers['GET /stats/secretary/7/tasks'] = () => answer.promise;
  await person.click(tasks.getByRole('spinbutton', { name: /день/ }));
  await person.keyboard('21');
  await waitFor(() => expect(address()).toBe('/main/home?tasks=2025-03-21'));
  await waitFor(() => expect(asked(server, '/stats/secretary/7/tasks').at(-1)).toEqual({ date: '2025-03-21' }));
  expect(tasks.queryByText('5')).toBeNull();
  expect(tasks.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  answer.resolve(Response.json({ data: { total: 9 } }));
  expect(await tasks.findByText('9')).toBeVisible();
  await person.click(tasks.getByRole('spinbutton', { name: /день/ }));
  await person.keyboard('{Backspace}{Backspace}{Tab}{Tab}{Tab}{Tab}');
  expect(await tasks.findByText('Введите дату целиком: день, месяц и год')).toBeVisible();
  expect(tasks.queryByText('9')).toBeNull();
});

test("every figure of one's own totals links to what it counts", async () => {
  const capabilities = ['client-ids', 'statistics', 'tasks', 'search', 'reading', 'held-meetings'];
  const own = { meetings: 48, coming_meetings: 30, protocols: 1, tasks: 22 };
  open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities }),
      'GET /stats/secretary/7/entities': () => Response.json({ data: own }),
    },
    '?tasks=2025-03-20',
  );
  const links = async (name: string) => {
    const found = await within(await region(name)).findAllByRole('link');
    return found.map((link) => [link.textContent, link.getAttribute('href')]);
  };
  await waitFor(async () => expect(await links('Всего у вас')).toHaveLength(4));
  expect(await links('Всего у вас')).toEqual([
    ['48 встреч', '/main/meetings?list=all'],
    ['30 впереди', '/main/meetings?list=coming'],
    ['1 протокол', '/main/protocols'],
    ['22 поручения', '/main/protocols?tab=tasks'],
  ]);
  await waitFor(async () =>
    expect(await links('Поручения на дату')).toEqual([
      ['5 поручений всего', '/main/protocols?tab=tasks&on=2025-03-20'],
      ['1 просрочено', '/main/protocols?tab=tasks&status=overdue&on=2025-03-20'],
    ]),
  );
});

test("one's own totals include unsent mutations", async () => {
  open({ 'GET /health': noConnection });
  const totals = await region('Всего у вас');
  await within(totals).findByText('48');
  connectivity.reportFailure();
  const body = { title: 'Новая', start_at: at(19, 10), end_at: at(19, 11) };
  await mutate(createMeeting, { id: 'm9', body, files: [] });
  await mutate(createKeyword, { id: 'k1', name: 'срок' });
  expect(await within(totals).findByText('49')).toBeVisible();
  expect(within(totals).getAllByRole('listitem')).toHaveLength(3);
});

test('lists tasks that are overdue or due within a week, the oldest first, each with a link to its protocol', async () => {
  const inDays = (days: number) => toDayValue(plusDays(new Date(), days));
  const task = (id: string, days: number, status = 'new') => ({
    ...{ id, status, title: `Поручение ${id}`, due_at: inDays(days) },
    ...{ protocol_id: 'p1', protocol_title: 'Планёрка', assignee_name: 'Орлова Елена Викторовна' },
  });
  open({
    'GET /protocols/tasks': () =>
      pageOf([
        task('через год', 365),
        task('завтра', 1),
        task('вчера', -1),
        task('сделано', -3, 'done'),
        { ...task('перенесено', -2), carried_on: true },
        { id: 9, status: 'new' },
      ]),
  });
  const list = await screen.findByRole('list', { name: 'Сроки поручений' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Поручение вчера', 'Поручение завтра']);
  expect(rows[0]).toHaveTextContent(/Орлова\sЕ\.\sВ\. · до .*Просрочено на 1\sдень/);
  expect(rows[1]).not.toHaveTextContent('Просрочено');
  expect(within(list).getByRole('link', { name: 'Поручение вчера' })).toHaveAttribute('href', '/main/protocols/p1');
  expect(screen.getByRole('link', { name: 'Все поручения' })).toHaveAttribute('href', '/main/protocols?tab=tasks');
});

/** A provider that pages as requested, and gives no total; only task 250 has a deadline. */
const pagesOf = (total: number) => (request: { query: URLSearchParams }) => {
  const [limit, page] = [Number(request.query.get('limit')), Number(request.query.get('page'))];
  const first = (page - 1) * limit;
  const rows = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, n) => {
    const id = first + n + 1;
    return { id, status: 'new', title: `Поручение ${id}`, ...(id === 250 ? { due_at: toDayValue(new Date()) } : {}) };
  });
  return Response.json({ data: rows });
};

test('all pages are fetched from another provider', async () => {
  const { server } = open({ 'GET /protocols/tasks': pagesOf(260) });
  expect(await screen.findByText('Поручение 250')).toBeVisible();
  expect(screen.queryByText(/^По первым/)).toBeNull();
  expect(asked(server, '/protocols/tasks').at(-1)).toEqual({ limit: '100', page: '3' });
});

test('with more tasks than can be fetched it says how many were considered', async () => {
  open({ 'GET /protocols/tasks': pagesOf(5000) });
  expect(await screen.findByText(/^По первым 2\s000\sпоручениям: остальные смотрите в списке\.$/)).toBeVisible();
  expect(screen.getByText('Поручение 250')).toBeVisible();
});

test('a provider that ignores the page parameter is asked until nothing new comes', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => ({ id: n + 1, status: 'new' }));
  const { server } = open({ 'GET /protocols/tasks': list(rows) });
  expect(await screen.findByText('На ближайшую неделю сроков нет, просрочки тоже.')).toBeVisible();
  expect(screen.queryByText(/^По первым/)).toBeNull();
  expect(asked(server, '/protocols/tasks')).toHaveLength(3);
});

test('unfinished protocols are listed under «Ждут вас», the most urgent first', async () => {
  const protocol = (id: string, stage: string, held_at = at(19, 10)) => ({
    id,
    stage,
    title: `Протокол ${id}`,
    held_at,
  });
  const ahead = plusDays(new Date(), 3).toISOString();
  open({
    'GET /protocols': () =>
      pageOf([
        protocol('без видео', 'no_video'),
        protocol('впереди', 'no_video', ahead),
        protocol('готов', 'final'),
        protocol('с ошибкой', 'error_video_process'),
      ]),
  });
  const list = await screen.findByRole('list', { name: 'Ждут вас' });
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Протокол с ошибкой', 'Протокол без видео']);
});

test('past meetings without a protocol are listed as waiting for one, the newest first', async () => {
  useTimeZone('Europe/Moscow');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-04-02T10:20:00+03:00') });
  const meeting = (title: string, day: string, more = {}) => {
    const [start_at, end_at] = [`${day}T09:00:00+03:00`, `${day}T10:00:00+03:00`];
    return { id: title, title, start_at, end_at, protocol_id: null, ...more };
  };
  const march = [
    meeting('Давняя', '2025-03-12'),
    meeting('С протоколом', '2025-03-28', { protocol_id: 'p1' }),
    meeting('Без ответа сервера', '2025-03-28', { protocol_id: undefined }),
    meeting('Четвёртая', '2025-03-26'),
    meeting('Третья', '2025-03-27'),
    meeting('Вторая', '2025-03-28'),
  ];
  const april = [
    meeting('Первая', '2025-04-01'),
    meeting('Сегодняшняя', '2025-04-02'),
    meeting('Завтра', '2025-04-03'),
  ];
  const draft = (n: number) => ({
    id: `p${n}`,
    stage: n === 1 ? 'error_video_process' : 'finish',
    title: `Протокол ${n}`,
  });
  open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'held-meetings'] }),
      'GET /meetings': ({ query }) =>
        Response.json({ data: query.get('start_date_at') === '2025-03-31' ? april : march }),
      'GET /protocols': () => pageOf([1, 2, 3, 4, 5].map(draft)),
    },
    '',
  );
  const waiting = await screen.findByRole('list', { name: 'Ждут вас' });
  const rows = () =>
    within(waiting)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  await waitFor(() =>
    expect(rows()).toEqual([
      'Протокол 1Обработка остановилась: повторите её',
      'ПерваяВстреча прошла 1 апреля, протокола нетСоздать',
      'ВтораяВстреча прошла 28 марта, протокола нетСоздать',
      'Ещё 2\u00A0встречи без протокола',
      'Протокол 2Завершён: сформируйте итоговый',
      'Протокол 3Завершён: сформируйте итоговый',
    ]),
  );
  const href = (name: string) => within(waiting).getByRole('link', { name }).getAttribute('href');
  expect(href('Создать протокол: Первая')).toBe('/main/protocols/add?meeting=%D0%9F%D0%B5%D1%80%D0%B2%D0%B0%D1%8F');
  // What the server offers may become known after the rows are there.
  await waitFor(() =>
    expect(href('Ещё 2\u00A0встречи без протокола')).toBe(
      '/main/meetings?list=unrecorded&since=2025-03-19&until=2025-04-01',
    ),
  );
});

test('the latest protocols come before the figures', async () => {
  open();
  await region('Встречи по дням');
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
  expect(headings.indexOf('Последние протоколы')).toBeLessThan(headings.indexOf('Встречи по дням'));
});

test('each widget fails and is retried on its own', async () => {
  const { server, person } = open({
    'GET /stats/secretary/7/entities': () => refuse(403, 'forbidden', 'Недостаточно прав'),
  });
  const totals = await region('Всего у вас');
  expect(await within(totals).findByRole('alert')).toHaveTextContent('Нет доступа');
  expect(await screen.findByRole('link', { name: 'Планёрка' })).toBeVisible();
  expect(await screen.findByRole('link', { name: '3\u00A0встречи' })).toBeVisible();
  server.answers['GET /stats/secretary/7/entities'] = () => Response.json({ data: {} });
  await person.click(within(totals).getByRole('button', { name: 'Повторить' }));
  expect(await within(totals).findByText('Сервер не прислал показателей')).toBeVisible();
});

test('every widget shows a loading state', async () => {
  const never = () => new Promise<Response>(() => undefined);
  open({ 'GET /stats/secretary/7/entities': never, 'GET /meetings': never, 'GET /stats/secretary/meetings': never });
  expect(await within(await region('Всего у вас')).findByRole('status', { name: 'Загрузка...' })).toBeVisible();
  expect(screen.getAllByRole('status', { name: 'Загрузка...' }).length).toBeGreaterThanOrEqual(3);
});

test('offline cached data stays, missing data is reported', async () => {
  const { server, person } = open();
  await screen.findByRole('link', { name: 'Планёрка' });
  for (const path of ['GET /health', 'GET /meetings', 'GET /stats/secretary/meetings'])
    server.answers[path] = noConnection;
  await person.click(await within(await calendar()).findByRole('button', { name: /24 марта, 1/ }));
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Выезд' })).toBeVisible();
  expect((await screen.findAllByRole('alert'))[0]).toHaveTextContent('Этого нет на устройстве');
});

test('offers a new protocol and a quick new meeting', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Новый протокол' })).toHaveAttribute('href', '/main/protocols/add');
  expect(screen.getByRole('link', { name: 'Новая встреча' })).toHaveAttribute('href', '/main/meetings?new=1');
});
