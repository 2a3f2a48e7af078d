import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createMeeting, deleteMeeting, updateMeeting } from '#src/data/meeting/index.ts';
import { mutate } from '#src/sync/mutations/mutate.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { at, budget, file, fillTitle, loseLine, newForm, open, sent } from './support/open-meetings.tsx';

afterEach(forgetWrites);

test('the month is requested and shown by days, and the view and the date are in the address', async () => {
  const { server, person, address } = open();
  const day = await screen.findByRole('list', { name: 'Четверг, 20 марта 2025 г.' });
  expect(within(day).getByText('11:00–12:00')).toBeVisible();
  expect(within(day).getByText('Переговорная 4')).toBeVisible();
  expect(Object.fromEntries(server.received.find(({ path }) => path === '/meetings')?.query ?? [])).toEqual({
    start_date_at: '2025-02-28',
    end_date_at: '2025-04-01',
  });
  await person.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  expect(address()).toBe('/main/meetings?view=list&date=2025-04-21');
  expect(await screen.findByRole('heading', { name: 'Апрель 2025' })).toBeVisible();
  expect(await screen.findByText('В этом месяце встреч нет')).toBeVisible();
});

test('the list shows the stage of each protocol, links to it, and marks past meetings without one', async () => {
  const rows = [
    { ...budget, protocol_id: 'p1', protocol_stage: 'final' },
    { id: 'm2', title: 'Планёрка', start_at: at(19, 9), end_at: at(19, 10), protocol_id: null, body_id: 'b1' },
    { id: 'm3', title: 'Приёмка', start_at: at(18, 9), end_at: at(18, 10) },
  ];
  open({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'bodies'] }),
    'GET /meetings': () => Response.json({ data: rows }),
    'GET /bodies': () => pageOf([{ id: 'b1', name: 'Отдел закупок' }]),
  });
  const day = (name: string) => screen.findByRole('list', { name });
  const written = await day('Четверг, 20 марта 2025 г.');
  const link = within(written).getByRole('link', { name: 'Протокол: итоговый, открыть: Совещание по бюджету' });
  expect(link).toHaveAttribute('href', '/main/protocols/p1');
  const missing = await day('Среда, 19 марта 2025 г.');
  expect(within(missing).getByText('Протокола нет')).toBeVisible();
  expect(within(missing).getByRole('link', { name: 'Создать протокол: Планёрка' })).toHaveAttribute(
    'href',
    '/main/protocols/add?meeting=m2',
  );
  expect(await within(missing).findByText('Отдел закупок')).toBeVisible();
  // Where the server does not say whether there is one, nothing is shown.
  expect(within(await day('Вторник, 18 марта 2025 г.')).getAllByRole('link')).toHaveLength(1);
});

test('meetings can be filtered by body, and the choice is in the address', async () => {
  const rows = [
    { ...budget, body_id: 'b1' },
    { id: 'm2', title: 'Планёрка', start_at: at(19, 9), body_id: 'b2' },
  ];
  const { person, address } = open({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'bodies'] }),
    'GET /meetings': ({ query }) =>
      Response.json({ data: query.get('start_date_at')?.startsWith('2025-02') ? rows : [] }),
    'GET /bodies': () =>
      pageOf([
        { id: 'b1', name: 'Бюджетный комитет' },
        { id: 'b2', name: 'Отдел закупок' },
      ]),
  });
  await screen.findByRole('link', { name: 'Планёрка' });
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Чьи встречи' }), 'Бюджетный комитет');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Планёрка' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list&date=2025-04-21&body_id=b1'));
  await person.click(await screen.findByRole('button', { name: 'Показать все встречи' }));
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list&date=2025-04-21'));
});

test('a month that is over opens at its last day', async () => {
  const into = vi.fn<(this: Element) => void>();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run));
  Element.prototype.scrollIntoView = function scrollIntoView() {
    into.call(this);
  };
  try {
    open({ 'GET /meetings': () => Response.json({ data: [{ ...budget, id: 'm0', start_at: at(3, 9) }, budget] }) });
    await waitFor(() => expect(into).toHaveBeenCalled());
    expect(into.mock.contexts[0]).toBe(screen.getByRole('heading', { name: 'Четверг, 20 марта 2025 г.' }));
  } finally {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

test('loading shows a spinner, a failure is reported and can be retried', async () => {
  const asked = Promise.withResolvers<Response>();
  const { server, person } = open({ 'GET /meetings': () => asked.promise });
  await screen.findByRole('heading', { name: 'Встречи' });
  expect(await screen.findByRole('status', { name: 'Загрузка...' })).toBeVisible();
  asked.resolve(refuse(403, 'forbidden', 'Недостаточно прав'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Нет доступаНедостаточно прав. Если этот раздел вам нужен, попросите администратора');
  server.answers['GET /meetings'] = () => Response.json({ data: [budget] });
  await person.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
});

test('offline the cached meetings stay', async () => {
  const { server, person } = open();
  await screen.findByRole('link', { name: 'Совещание по бюджету' });
  server.answers['GET /health'] = noConnection;
  server.answers['GET /meetings'] = noConnection;
  await person.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Предыдущий месяц' }));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
});

test('a meeting shows its details, people and files, and a link to create a protocol', async () => {
  const { person, address } = open();
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  const dialog = await screen.findByRole('dialog', { name: 'Совещание по бюджету' });
  expect(within(dialog).getByText('четверг, 20 марта 2025 г., 11:00–12:00')).toBeVisible();
  expect(await within(dialog).findByText('Орлова Елена Викторовна')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Смета.csv' })).toHaveAttribute('href', budget.files[0]?.url);
  expect(within(dialog).getByRole('link', { name: 'Создать протокол' })).toHaveAttribute(
    'href',
    '/main/protocols/add?meeting=m1',
  );
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(address()).toBe('/main/meetings?view=list&date=2025-03-21');
});

test('a meeting is copied to the same weekday in the future, with its people and without its files', async () => {
  const { server, person, address } = open({}, '?view=list&date=2025-03-21&meeting=m1');
  const dialog = await screen.findByRole('dialog', { name: 'Совещание по бюджету' });
  await person.click(within(dialog).getByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Создать такую же…' }));
  const form = await newForm();
  expect(within(form).getByRole('textbox', { name: 'Название' })).toHaveValue('Совещание по бюджету');
  expect(await within(form).findByRole('row', { name: /Орлова/ })).toBeVisible();
  expect(within(form).queryByText('Смета.csv')).not.toBeInTheDocument();
  expect(address()).toMatch(/&new=20\d\d-\d\d-\d\dT11%3A00%2F20\d\d-\d\d-\d\dT12%3A00&like=m1$/);
  server.answers['POST /meetings'] = ({ body }) => Response.json({ data: body });
  await person.click(within(form).getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
  const made = sent(server, 'POST')[0]?.body as { id: string; start_at: string };
  expect(made).toMatchObject({ title: 'Совещание по бюджету', participant_ids: budget.participant_ids });
  expect(made.id).not.toBe('m1');
  expect(new Date(made.start_at).getDay()).toBe(new Date(budget.start_at).getDay());
  expect(Date.parse(made.start_at)).toBeGreaterThan(Date.now());
});

test('missing values are reported at their fields, and nothing is sent', async () => {
  const { server, person } = open({}, '?view=list&date=2025-03-21&new=2025-03-21T10:00');
  const dialog = await newForm();
  const end = await within(dialog).findByRole('group', { name: 'Окончание' });
  for (const name of [/день/, /месяц/, /год/, /час/, /минута/]) {
    await person.click(within(end).getByRole('spinbutton', { name }));
    await person.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  }
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  const title = within(dialog).getByRole('textbox', { name: 'Название' });
  await waitFor(() => expect(title).toHaveAccessibleDescription('Поле обязательно для заполнения'));
  expect(title).toHaveFocus();
  expect(end).toHaveAccessibleDescription(/Поле обязательно для заполнения/);
  expect(sent(server, 'POST')).toEqual([]);
});

test('changing the start moves the end; an end before the start is refused', async () => {
  const { server, person } = open({}, '?view=list&date=2025-03-21&new=2025-03-21T10:00/2025-03-21T10:30');
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const start = within(dialog).getByRole('group', { name: 'Начало' });
  const end = within(dialog).getByRole('group', { name: 'Окончание' });
  await person.click(within(start).getByRole('spinbutton', { name: /час/ }));
  await person.keyboard('14');
  expect(end).toHaveTextContent(/21\.03\.2025, .?14:30/);
  await person.click(within(end).getByRole('spinbutton', { name: /час/ }));
  await person.keyboard('13');
  await person.click(await within(dialog).findByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(end).toHaveAccessibleDescription(/Конец должен быть позже начала/));
  expect(sent(server, 'POST')).toEqual([]);
});

test('a meeting is created with a client id where the server supports it, and shown', async () => {
  const rows: object[] = [];
  const { server, person, address } = open(
    {
      'GET /meetings': () => Response.json({ data: rows }),
      'POST /meetings': ({ body }) => {
        rows.push(body as object);
        return Response.json({ data: body }, { status: 201 });
      },
    },
    '?view=list&date=2025-03-21&new=2025-04-03T10:00',
  );
  await fillTitle(person, 'Планёрка{Enter}');
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Планёрка' })).toBeVisible();
  expect(address()).toBe('/main/meetings?view=list&date=2025-04-03');
  const [post] = sent(server, 'POST');
  expect(post?.body).toMatchObject({
    title: 'Планёрка',
    participant_ids: [],
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  const { start_at = '', end_at = '' } = (post?.body ?? {}) as { start_at?: string; end_at?: string };
  expect(start_at).toMatch(/^2025-04-03T10:00:00[+-]\d\d:\d\d$/);
  expect(Date.parse(end_at) - Date.parse(start_at)).toBe(3_600_000);
});

test('a refused field is reported at it, any other refusal above, and the form keeps its input', async () => {
  const { server, person } = open(
    {
      'POST /meetings': () =>
        Response.json(
          { message: 'Проверьте поля', code: 'validation', errors: { link: ['Укажите ссылку вида https://…'] } },
          { status: 422 },
        ),
    },
    '?view=list&date=2025-03-21&new=1',
  );
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  await person.type(within(dialog).getByRole('textbox', { name: 'Ссылка' }), 'javascript:1');
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  const link = within(dialog).getByRole('textbox', { name: 'Ссылка' });
  await waitFor(() => expect(link).toHaveAccessibleDescription('Укажите ссылку вида https://…'));
  await waitFor(() => expect(link).toHaveFocus());
  server.answers['POST /meetings'] = () => refuse(409, 'conflict', 'Уже изменили');
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await within(dialog).findByText('Уже изменили')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Название' })).toHaveValue('Планёрка');
});

test.each([
  ['a part of a date', '{Enter}', (form: HTMLElement) => within(form).getAllByRole('spinbutton')[2]],
  ['lines of text', '{Control>}{Enter}{/Control}', (form: HTMLElement) => within(form).getByLabelText('Описание')],
])('from %s the form is sent by the keyboard too', async (_place, keys, fieldOf) => {
  const { server, person } = open(
    { 'POST /meetings': () => Response.json({ data: { id: 'm9' } }, { status: 201 }) },
    '?view=list&date=2025-03-21&new=2025-04-03T10:00',
  );
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  act(() => fieldOf(dialog)?.focus());
  await person.keyboard(keys);
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  expect(sent(server, 'POST')).toHaveLength(1);
});

test('files dropped anywhere on the form are added; those that the server rejects are reported before sending', async () => {
  const { server, person } = open({}, '?view=list&date=2025-03-21&new=2025-04-03T10:00');
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const files = [file('план.txt'), file('счёт\u202efdp.exe'), file(`${'я'.repeat(250)}.txt`)];
  fireEvent.drop(within(dialog).getByRole('textbox', { name: 'Место' }), {
    dataTransfer: { types: ['Files'], files },
  });
  const list = await within(dialog).findByRole('list', { name: 'Файлы встречи' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    /^Файл «счётfdp\.exe» не принимается: подходят документы/,
  );
  server.answers['POST /meetings'] = () => Response.json({ data: { id: 'm9' } }, { status: 201 });
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  const form = sent(server, 'POST')[0]?.body as FormData;
  expect(form.getAll('files[]').map((each) => (each as File).name)).toEqual(['план.txt', files[2]?.name]);
});

test('a title that is too long says how long it is, and stays as it was typed', async () => {
  const { server, person } = open({}, '?view=list&date=2025-03-21&new=1');
  const dialog = await newForm();
  const title = within(dialog).getByRole('textbox', { name: 'Название' });
  await person.click(title);
  await person.paste('я'.repeat(10_001));
  expect(title).toHaveAccessibleDescription(/10.001 из 10.000 символов/);
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(title).toHaveAccessibleDescription(/Не больше 10.000 символов/));
  expect(title).toHaveValue('я'.repeat(10_001));
  expect(sent(server, 'POST')).toEqual([]);
});

test('offline a file of a meeting says that it needs a connection', async () => {
  const { server, person } = open();
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  const dialog = await screen.findByRole('dialog', { name: 'Совещание по бюджету' });
  expect(within(dialog).getByRole('link', { name: 'Смета.csv' })).toBeVisible();
  await loseLine(server);
  expect(await within(dialog).findByText('Скачивается с подключением')).toBeVisible();
  expect(within(dialog).queryByRole('link', { name: 'Смета.csv' })).not.toBeInTheDocument();
});

test('the meetings behind a figure are shown with what is not sent yet, which the figure does not count', async () => {
  const rows = [budget, { id: 'm2', title: 'Планёрка', start_at: at(24, 9), end_at: at(24, 10) }];
  open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'held-meetings'] }),
      'GET /meetings/held': () => pageOf(rows, 2, 1),
    },
    '?list=all&since=2025-03-19&until=2025-04-01',
  );
  expect(await screen.findByRole('heading', { name: 'Все встречи: 2' })).toBeVisible();
  expect(screen.queryByText(/^Посчитано без/)).toBeNull();
  connectivity.reportFailure();
  const body = { title: 'Новая', start_at: at(25, 10), end_at: at(25, 11) };
  await mutate(createMeeting, { id: 'm9', body, files: [] });
  await mutate(updateMeeting, { meeting: budget, change: { title: 'Совещание о смете' }, files: [] });
  expect(await screen.findByRole('link', { name: 'Совещание о смете' })).toBeVisible();
  expect(screen.getByText('Посчитано без изменений, которые ещё не отправлены.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Новая' })).toBeNull();
});

test.each([
  ['all', ['Планёрка', 'Совещание по бюджету'], ['Совещание по бюджету', 'Планёрка']],
  ['coming', ['Совещание по бюджету', 'Планёрка'], ['Планёрка', 'Совещание по бюджету']],
])('a meeting moved on the device keeps the order of the list: %s', async (list, before, after) => {
  const standup = { id: 'm2', title: 'Планёрка', start_at: at(24, 9), end_at: at(24, 10) };
  const rows = list === 'all' ? [standup, budget] : [budget, standup];
  open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'held-meetings'] }),
      'GET /meetings/held': () => pageOf(rows, 2, 1),
    },
    `?list=${list}`,
  );
  await screen.findByRole('link', { name: budget.title });
  const titles = () =>
    screen.getAllByRole('link', { name: /^(Планёрка|Совещание по бюджету)$/ }).map(({ textContent }) => textContent);
  expect(titles()).toEqual(before);
  connectivity.reportFailure();
  const change = { start_at: at(25, 11), end_at: at(25, 12) };
  await mutate(updateMeeting, { meeting: budget, change, files: [] });
  await waitFor(() => expect(titles()).toEqual(after));
});

test.each([
  ['?list=unrecorded', 'Прошедших встреч без протокола нет.'],
  ['?list=unrecorded&since=2026-11-02&until=2026-11-08', 'За эти дни нет прошедших встреч без протокола.'],
  ['?list=all&since=2026-11-02&until=2026-11-08', 'На эти дни встреч не назначено.'],
])('an empty list of meetings says no more than its filter: %s', async (search, words) => {
  open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'held-meetings'] }),
      'GET /meetings/held': () => pageOf([], 0, 1),
    },
    search,
  );
  expect(await screen.findByText(words)).toBeVisible();
});

test.each([
  [1, 'Таких встреч нет'],
  [17, 'На этой странице ничего нет'],
])('a page of %i meetings whose rows are deleted on the device says that nothing is on it', async (total, words) => {
  open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'held-meetings'] }),
      'GET /meetings/held': () => pageOf([budget], total, 1),
    },
    '?list=all',
  );
  await screen.findByRole('link', { name: budget.title });
  connectivity.reportFailure();
  await mutate(deleteMeeting, { meeting: budget });
  expect(await screen.findByText(words)).toBeVisible();
});

test('the meetings behind a figure of the home screen are listed by pages, with the filter and a way back', async () => {
  const rows = [
    { id: 'm2', title: 'Планёрка', start_at: at(24, 9), end_at: at(24, 10), protocol_id: null },
    { ...budget, protocol_id: null },
  ];
  const { server, person, address } = open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'held-meetings'] }),
      'GET /meetings/held': ({ query }) => pageOf(rows, 17, Number(query.get('page'))),
    },
    '?list=unrecorded&since=2025-03-19&until=2025-04-01',
  );
  const asked = () =>
    Object.fromEntries(server.received.findLast(({ path }) => path === '/meetings/held')?.query ?? []);
  expect(await screen.findByRole('heading', { name: 'Встречи без протокола: 17' })).toBeVisible();
  expect(asked()).toMatchObject({ only: 'unrecorded', page: '1' });
  expect([asked().start_date_at, asked().end_date_at]).toEqual([
    expect.stringMatching(/^2025-03-19T00:00:00/),
    expect.stringMatching(/^2025-04-01T00:00:00/),
  ]);
  const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(days.slice(1), 'in the order of the server').toEqual([
    'Понедельник, 24 марта 2025 г.',
    'Четверг, 20 марта 2025 г.',
  ]);
  expect(screen.getByRole('link', { name: 'Создать протокол: Планёрка' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Совещание по бюджету' })).toHaveAttribute(
    'href',
    '/main/meetings?date=2025-03-20&meeting=m1',
  );
  await person.click(screen.getByRole('link', { name: 'Страница 2' }));
  await waitFor(() => expect(asked().page).toBe('2'));
  await person.click(screen.getByRole('link', { name: /^Убрать отбор: Дни: 19 марта/ }));
  await waitFor(() => expect(address()).toBe('/main/meetings?list=unrecorded'));
  await person.click(screen.getByRole('link', { name: 'Убрать отбор: Без протокола' }));
  expect(await screen.findByRole('heading', { name: 'Все встречи: 17' })).toBeVisible();
  expect(asked()).not.toHaveProperty('only');
  await person.click(screen.getByRole('link', { name: 'К календарю' }));
  expect(address()).toBe('/main/meetings');
});
