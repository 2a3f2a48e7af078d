import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OwnTask } from '#contract/participation/participation.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);
afterEach(() => void vi.useRealTimers());

const task: OwnTask = {
  ...{ id: 't1', status: 'new', title: 'Подготовить смету', due_at: '2026-01-20', decision: 'Поручить смету Киму' },
  ...{
    protocol_id: 'p1',
    protocol_number: '12',
    protocol_title: 'О бюджете',
    protocol_held_at: '2026-01-10T10:00:00+03:00',
  },
  ...{ chairman_name: 'Орлова Вера', secretary_name: 'Петрова Анна', is_signed: true, agenda_position: 2, reports: [] },
};
const protocol = { id: 'p1', number: '12', title: 'О бюджете', edition: 1, parts: 'extracts', is_reopened: true };
const item = { id: 'a2', title: 'О смете', decisions: [{ id: 'd1', text: 'Подготовить смету' }] };
/** What GET /me/protocols/p1 gives to whom this question concerns. */
const extractOf = (of: typeof item, position: number) => ({
  ...{ ...protocol, people: [], settings: {}, items: [{ id: of.id, position, title: of.title }], video: null },
  protocol: { id: 'p1', stage: 'final', number: '12', agenda: [{ id: 'a1', title: '…' }, of], members: [] },
});
const page = (rows: unknown[]) =>
  Response.json({ data: rows, meta: { current_page: 1, per_page: 15, last_page: 1, total: rows.length } });
const post = 'POST /me/tasks/t1/reports';

function open(
  { role = 'external', address = '/main/settings', tasks = [task] as OwnTask[], capable = true } = {},
  answers: Parameters<typeof fakeServer>[0] = {},
) {
  signInAs(role);
  const capabilities = ['client-ids', 'idempotency', ...(capable ? ['participation'] : [])];
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /me': () => Response.json({ data: { id: '7', role, name: 'Ким Дмитрий', email: 'kim@example.ru' } }),
    'GET /me/tasks': () => page(tasks),
    'GET /me/meetings': () => Response.json({ data: [] }),
    'GET /me/protocols': () => page([protocol]),
    'GET /me/protocols/p1': () => Response.json({ data: extractOf(item, 2) }),
    ...answers,
  });
  const opened = openApp(address);
  const sent = () => server.received.filter(({ method }) => method !== 'GET');
  return { ...opened, server, sent };
}

const row = async () => within(await screen.findByRole('list', { name: 'Мои поручения' }));
const tabNames = async () =>
  within(await screen.findByRole('navigation', { name: 'Настройки' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('a task named in the address gets the focus; then the address becomes that of the list', async () => {
  const { address } = open({ address: '/main/settings?tab=tasks&show=task:t1' });
  const own = (await row()).getByRole('listitem');
  await waitFor(() => expect(own).toHaveFocus());
  expect(address()).toBe('/main/settings?tab=tasks');
});

test('a notice of the first task of a chain leads to the latest one', async () => {
  const last = { ...task, id: 't9', origin_task_id: 't1' };
  const { address } = open({ address: '/main/settings?tab=tasks&show=task:t1', tasks: [last] });
  const own = (await row()).getByRole('listitem');
  await waitFor(() => expect(own).toHaveFocus());
  expect(address()).toBe('/main/settings?tab=tasks');
});

test.each(['tasks', 'protocols'])('a page past the end leads back to the first: %s', async (tab) => {
  const empty = () => Response.json({ data: [], meta: { current_page: 3, per_page: 15, last_page: 1, total: 1 } });
  open({ address: `/main/settings?tab=${tab}&page=3` }, { 'GET /me/tasks': empty, 'GET /me/protocols': empty });
  const back = await screen.findByRole('link', { name: 'К первой странице' });
  expect(back).toHaveAttribute('href', `/main/settings?tab=${tab}`);
  expect(screen.getByText('На этой странице ничего нет')).toBeVisible();
});

test('a task that stands on another page is found there', async () => {
  const other = { ...task, id: 't0', title: 'Другое' };
  const { address } = open(
    { address: '/main/settings?tab=tasks&show=task:t1' },
    {
      'GET /me/tasks': ({ query }) => {
        const isSecond = query.get('page') === '2' || query.get('task_id') === 't1';
        return pageOf([isSecond ? task : other], 40, isSecond ? 2 : 1);
      },
    },
  );
  await waitFor(() => expect(address()).toBe('/main/settings?tab=tasks&page=2'));
  const own = (await row()).getByRole('listitem');
  expect(own).toHaveTextContent('Подготовить смету');
  await waitFor(() => expect(own).toHaveFocus());
});

test('a task that no longer exists leaves the list as it is', async () => {
  const { address } = open({ address: '/main/settings?tab=tasks&show=task:t5' });
  await row();
  await waitFor(() => expect(address()).toBe('/main/settings?tab=tasks'));
});

test('an external person whose tasks are refused lands on the profile, without endless requests', async () => {
  const { server } = open(
    {},
    { 'GET /me/tasks': () => Response.json({ message: 'Недостаточно прав', code: 'forbidden' }, { status: 403 }) },
  );
  await screen.findByRole('heading', { name: 'Профиль' });
  expect(await tabNames()).toContain('Мои поручения');
  expect(server.received.filter(({ path }) => path === '/me/tasks')).toHaveLength(1);
});

test('a person with tasks lands on them: title, deadline, decision and who gave them', async () => {
  const { address } = open();
  const list = await row();
  expect(address()).toBe('/main/settings?tab=tasks');
  expect(await tabNames()).toEqual(['Мои поручения', 'Мои встречи', 'Протоколы', 'Профиль и приложение']);
  const own = list.getByRole('listitem');
  expect(own).toHaveTextContent(/Подготовить смету.*Решение: Поручить смету Киму/);
  expect(own).toHaveTextContent(/Просрочено на \d+\s(день|дня|дней)/);
  expect(own).toHaveTextContent('председатель Орлова В., секретарь Петрова А.');
  expect(list.getByRole('link', { name: /Протокол №\s12 от 10 января/ })).toHaveAttribute(
    'href',
    '/main/settings?tab=tasks&protocol=p1',
  );
});

test('a person without tasks lands on the profile; empty tabs say what will be there', async () => {
  const { person } = open({ tasks: [] }, { 'GET /me/protocols': () => page([]) });
  expect(await screen.findByLabelText('Фамилия, имя, отчество')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Мои поручения' }));
  expect(await screen.findByText(/Здесь появятся поручения из завершённых и подписанных протоколов/)).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Мои встречи' }));
  expect(await screen.findByText('Предстоящих встреч нет')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Протоколы' }));
  expect(await screen.findByText(/Здесь появятся подписанные протоколы/)).toBeVisible();
});

const year = new Date().getFullYear();
const heldIn = (of: number) => ({
  id: 'm1',
  title: 'Совет',
  start_at: `${of}-05-04T10:00:00Z`,
  end_at: `${of}-05-04T11:00:00Z`,
});
test.each([
  ['coming meetings', 'meetings', [heldIn(year + 1)], [protocol]],
  ['protocols', 'protocols', [heldIn(year - 1)], [protocol]],
  ['past meetings alone', 'meetings', [heldIn(year - 1)], []],
])('a person without tasks, but with %s, lands on them', async (_what, tab, meetings, protocols) => {
  const { address } = open(
    { tasks: [] },
    { 'GET /me/meetings': () => Response.json({ data: meetings }), 'GET /me/protocols': () => page(protocols) },
  );
  await waitFor(() => expect(address()).toBe(`/main/settings?tab=${tab}`));
});

test('a server without the capability shows the profile alone', async () => {
  const { server } = open({ capable: false });
  expect(await screen.findByLabelText('Фамилия, имя, отчество')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Настройки' })).toBeNull();
  expect(server.received.some(({ path }) => path === '/me/tasks')).toBe(false);
});

test.each(['manager', 'secretary'])('a %s has tabs for their own tasks, meetings and protocols', async (role) => {
  open({ role, address: '/main/settings?tab=tasks' });
  await row();
  const own = ['Мои поручения', 'Мои встречи', 'Протоколы'];
  const staff = ['Профиль и приложение', 'Пользователи', ...(role === 'secretary' ? ['Ключевые слова'] : [])];
  expect(await tabNames()).toEqual([...staff, ...own]);
});

test('a meeting of another year shows the year; a link that is no address is shown as text', async () => {
  const at = (year: number) => ({ start_at: `${year}-05-04T10:00:00+03:00`, end_at: `${year}-05-04T11:00:00+03:00` });
  const year = new Date().getFullYear() + 1;
  const meetings = [
    { id: 'm1', title: 'Планёрка', link: 'vks.example.ru/1', ...at(year) },
    { id: 'm2', title: 'Совет', link: 'спросить у секретаря', ...at(year) },
  ];
  open({ address: '/main/settings?tab=meetings' }, { 'GET /me/meetings': () => Response.json({ data: meetings }) });
  expect(await screen.findByRole('heading', { name: new RegExp(`4 мая ${year} г.$`) })).toBeVisible();
  const links = screen.getAllByRole('link', { name: 'Подключиться' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://vks.example.ru/1']);
  expect(screen.getByText('спросить у секретаря')).toBeVisible();
});

test("a report with a file is sent, and waits for the secretary's confirmation", async () => {
  const report = { id: 'r1', state: 'waiting', text: 'Смета готова', created_at: new Date().toISOString(), files: [] };
  const { person, sent, server } = open();
  server.answers[post] = () => {
    server.answers['GET /me/tasks'] = () => page([{ ...task, reports: [report] }]);
    return Response.json({ data: report }, { status: 201 });
  };
  await person.click((await row()).getByRole('button', { name: 'Исполнено: Подготовить смету' }));
  const form = within(await screen.findByRole('dialog', { name: 'Исполнено' }));
  await person.click(form.getByRole('button', { name: 'Отправить секретарю' }));
  expect(await form.findByText('Поле обязательно для заполнения')).toBeVisible();
  await person.type(form.getByLabelText('Что сделано'), 'Смета готова');
  await person.upload(form.getByLabelText('Файлы'), new File(['а'], 'смета.txt'));
  expect(await form.findByText('смета.txt')).toBeVisible();
  await person.click(form.getByRole('button', { name: 'Отправить секретарю' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await row()).getByText('Ждёт подтверждения')).toBeVisible();
  const body = sent()[0]?.body as FormData;
  expect([body.get('text'), (body.get('files[]') as File).name]).toEqual(['Смета готова', 'смета.txt']);
});

test('a list of meetings that is left open over midnight counts those of yesterday as past', async () => {
  useTimeZone('Europe/Moscow');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-20T08:00:00+03:00') });
  const meeting = { id: 'm1', title: 'О смете', start_at: '2026-01-20T10:00+03:00', end_at: '2026-01-20T11:00+03:00' };
  open({ address: '/main/settings?tab=meetings' }, { 'GET /me/meetings': () => Response.json({ data: [meeting] }) });
  expect(await screen.findByRole('region', { name: 'Предстоящие встречи' })).toBeVisible();
  vi.setSystemTime(new Date('2026-01-21T08:00:00+03:00'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Предстоящих встреч нет')).toBeVisible();
});

test('offline a report is queued; a later refusal is announced, and its text can be opened again', async () => {
  const gone = 'Поручение отменено: отчитываться о нём больше не нужно';
  const { person, server } = open({}, { [post]: noConnection });
  await person.click((await row()).getByRole('button', { name: 'Исполнено: Подготовить смету' }));
  await person.type(await screen.findByLabelText('Что сделано'), 'Смета готова');
  await person.click(screen.getByRole('button', { name: 'Отправить секретарю' }));
  expect(await screen.findByText('ожидает отправки')).toBeVisible();
  expect((await row()).getByText('Ждёт подтверждения')).toBeVisible();
  server.answers[post] = () => refuse(409, 'task_closed', gone);
  server.answers['GET /me/tasks'] = () => page([]);
  await outbox.retry(outbox.list()[0]?.id ?? '');
  expect(await screen.findByText(/Отчёт не принят: «Подготовить смету»/)).toBeVisible();
  expect(screen.getByText(new RegExp(gone))).toBeVisible();
  expect(screen.getByRole('button', { name: 'Открыть очередь отправки' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Открыть отчёт' }));
  expect(await screen.findByLabelText('Что сделано')).toHaveValue('Смета готова');
});

test('a returned report shows why; a later one that waits can be withdrawn', async () => {
  const reports = [
    { id: 'r2', state: 'waiting' as const, text: 'С подписью', created_at: '2026-01-22T10:00:00Z' },
    { id: 'r1', state: 'returned' as const, text: 'Готово', answer: 'Нет подписи', created_at: '2026-01-21T10:00:00Z' },
  ];
  const { person, sent } = open(
    { tasks: [{ ...task, reports }] },
    { 'DELETE /me/reports/r2': () => new Response(null, { status: 204 }) },
  );
  const list = await row();
  expect(list.queryByRole('button', { name: /^Исполнено/ })).toBeNull();
  expect(list.getByText('Нет подписи')).toBeInTheDocument();
  await person.click(list.getByRole('button', { name: 'Отозвать отчёт' }));
  await waitFor(() => expect(sent().map(({ path }) => path)).toEqual(['/me/reports/r2']));
});

test('withdrawing a report that was decided meanwhile fails with a message', async () => {
  const report = { id: 'r2', state: 'waiting' as const, text: 'Готово', created_at: '2026-01-22T10:00:00Z' };
  const { person, server } = open({ tasks: [{ ...task, reports: [report] }] });
  server.answers['DELETE /me/reports/r2'] = () => {
    server.answers['GET /me/tasks'] = () =>
      page([{ ...task, status: 'done', reports: [{ ...report, state: 'confirmed' }] }]);
    return refuse(409, 'report_decided', 'Исполнение уже подтверждено: отозвать отчёт нельзя');
  };
  await person.click((await row()).getByRole('button', { name: 'Отозвать отчёт' }));
  expect(await screen.findByText(/^Не отозван. Исполнение уже подтверждено/)).toBeVisible();
  // The task was ticked off without a report, so there is no date.
  expect(await screen.findByText('Исполнение подтверждено')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отозвать отчёт' })).toBeNull();
  expect(outbox.list()).toEqual([]);
});

test('a signed protocol opens as a document; in an extract the question keeps its number', async () => {
  const { person } = open({ address: '/main/settings?tab=protocols' });
  await person.click(await screen.findByRole('link', { name: 'О бюджете' }));
  expect(await screen.findByRole('heading', { name: 'Выписка: О бюджете' })).toHaveFocus();
  const pages = screen.getByRole('region', { name: 'Страницы документа' });
  expect(pages).toHaveTextContent(/ВЫПИСКА ИЗ ПРОТОКОЛА.*2\.\s*О смете/);
  expect(screen.getByText('Готовится новая редакция.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Скачать PDF' })).toBeEnabled();
});

test('an extract whose question is gone in the next edition gives way to the one that is left', async () => {
  const { person, server } = open({ address: '/main/settings?tab=protocols' });
  await person.click(await screen.findByRole('link', { name: 'О бюджете' }));
  const pages = await screen.findByRole('region', { name: 'Страницы документа' });
  expect(pages).toHaveTextContent(/О смете/);
  const left = { ...item, id: 'a3', title: 'О штатах' };
  server.answers['GET /me/protocols/p1'] = () => Response.json({ data: extractOf(left, 1) });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Страницы документа' })).toHaveTextContent(/О штатах/));
});

test('after an answer the other meetings of the series are answered in the same way, those ahead only', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const plan = {
    rule: 'FREQ=DAILY',
    first: '2026-01-01',
    time: '10:00',
    minutes: 60,
    time_zone: 'UTC',
    holidays: 'keep',
  };
  const series = { id: 's', ...plan };
  const one = (id: string, hours: number, more: object = {}) => {
    const times = { start_at: at(hours), end_at: at(hours + 2) };
    return { id, title: 'Совет', ...times, series, invitation: { answer: null }, ...more };
  };
  const meetings = [
    one('m0', -1),
    one('m1', 24),
    one('m2', 48, { invitation: { answer: 'no' } }),
    one('m3', 72, { invitation: { answer: 'yes' } }),
    one('m4', 96, { invitation: null }),
    one('m5', 120, { series: { ...series, id: 'other' } }),
    one('m6', 144),
  ];
  const answered = ({ path, body }: { path: string; body: unknown }) => {
    const id = path.split('/')[3];
    const kept = meetings.find((each) => each.id === id);
    Object.assign(kept ?? {}, { invitation: { answer: (body as { answer: string }).answer } });
    return Response.json({ data: kept });
  };
  const { person, sent } = open(
    { address: '/main/settings?tab=meetings' },
    {
      'GET /me/meetings': () => Response.json({ data: meetings }),
      ...Object.fromEntries(meetings.map(({ id }) => [`PUT /me/meetings/${id}/answer`, answered])),
    },
  );
  const [strip] = await screen.findAllByRole('group', { name: 'Вы придёте?' });
  expect(screen.queryByRole('button', { name: /остальные встречи/ })).toBeNull();
  await person.click(within(strip as HTMLElement).getByRole('button', { name: 'Приду' }));
  await person.click(await screen.findByRole('button', { name: 'Ответить так же на остальные (2)' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().map(({ path }) => path)).toEqual(['m1', 'm2', 'm6'].map((id) => `/me/meetings/${id}/answer`));
  expect(sent().at(-1)?.body).toMatchObject({ answer: 'yes', start_at: meetings.at(-1)?.start_at });
  await waitFor(() => expect(screen.queryByRole('button', { name: /остальные встречи/ })).toBeNull());
});

test("an invitation is answered in one's own meetings; a deputy needs a name, a refusal is reported", async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const times = { start_at: at(48), end_at: at(49) };
  const invitation = { answer: null, previous_answer: 'yes' };
  const meetings = [
    { id: 'm1', title: 'Совет', ...times, invitation },
    { id: 'm2', title: 'Без приглашения', ...times, invitation: null },
  ];
  const { person, server, sent } = open(
    { address: '/main/settings?tab=meetings' },
    {
      'GET /me/meetings': () => Response.json({ data: meetings }),
      'PUT /me/meetings/m1/answer': ({ body }) => {
        const answered = { ...meetings[0], invitation: body as object };
        server.answers['GET /me/meetings'] = () => Response.json({ data: [answered, meetings[1]] });
        return Response.json({ data: answered });
      },
    },
  );
  const strip = await screen.findByRole('group', { name: 'Вы придёте?' });
  expect(screen.getByText(/Встречу перенесли\. Раньше вы ответили: «Приду»/)).toBeVisible();
  await person.click(within(strip).getByRole('button', { name: 'Пришлю заместителя' }));
  await person.keyboard('{Enter}');
  const name = screen.getByLabelText('Кто придёт вместо вас');
  expect(name).toHaveAccessibleDescription('Назовите заместителя');
  await person.type(name, 'Замов П. П.{Enter}');
  expect(await screen.findByText(/Вместо вас: Замов П\. П\./)).toBeVisible();
  await waitFor(() => expect(within(strip).getByRole('button', { name: 'Пришлю заместителя' })).toHaveFocus());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent().map(({ body }) => body)).toEqual([{ answer: 'deputy', deputy: 'Замов П. П.', ...times }]);

  server.answers['PUT /me/meetings/m1/answer'] = noConnection;
  await person.click(within(strip).getByRole('button', { name: 'Не приду' }));
  const isPressed = (name: string) =>
    waitFor(() => expect(within(strip).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true'));
  await isPressed('Не приду');
  expect(await screen.findByTitle('Открыть очередь отправки')).toBeVisible();
  await person.click(within(strip).getByRole('button', { name: 'Приду' }));
  await isPressed('Приду');
  await person.click(within(strip).getByRole('button', { name: 'Не приду' }));
  // The first may have reached the server; the later changes are joined to one.
  const answers = () => outbox.list().map(({ request }) => request.body);
  await waitFor(() => expect(answers()).toMatchObject([{ answer: 'no' }, { answer: 'no' }]));
});
