import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Attendance, kindWith } from '#contract/bodies/attendance.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'member-kinds', 'attendance'];

type Row = { id: string; kind: string; name: string; member_id?: string | null; attendance?: Attendance | null };

const names = 'Авдеев Белов Волков Громов Дёмин Ершов Жуков Зимин Исаев'.split(' ');
const nine = names.map(
  (name, index): Row => ({
    id: `m${index}`,
    member_id: index === 8 ? null : `u${index}`,
    name: `${name} Иван Петрович`,
    kind: index === 0 ? 'chairman' : 'present',
    attendance: null,
  }),
);

/** Ours keeps the kind beside the mark. */
const taken = (row: Row, body: Partial<Row>): Row => ({
  ...row,
  ...body,
  kind: kindWith(row.kind, body.attendance),
});

/** Opens the roll call over a server that keeps its marks. */
function open({ members = nine, can = capabilities }: { members?: Row[]; can?: string[] } = {}) {
  signInAs('secretary');
  let rows = members;
  let changed = {};
  const marks = rows.map(({ id }) => [
    `PUT /protocols/members/${id}`,
    ({ body }: { body: unknown }) => {
      rows = rows.map((row) => (row.id === id ? taken(row, body as Partial<Row>) : row));
      return Response.json({ data: rows.find((row) => row.id === id) });
    },
  ]);
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: can }),
    'GET /protocols/p1': () => {
      const quorum = can.includes('attendance') ? { quorum: { share: 0.5, is_more: true } } : {};
      const protocol = {
        id: 'p1',
        stage: 'no_video',
        title: 'Совет',
        version: 1,
        agenda: [],
        tasks: [],
        ...quorum,
        ...changed,
      };
      return Response.json({ data: { ...protocol, members: rows } });
    },
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'POST /protocols/p1/members': ({ body }) => {
      rows = [...rows, { kind: 'present', name: '', ...(body as object) } as Row];
      return Response.json({ data: rows.at(-1) }, { status: 201 });
    },
    'PUT /protocols/p1': ({ body }) => {
      changed = { ...changed, ...(body as object) };
      return Response.json({ data: { id: 'p1', stage: 'no_video', version: 2, ...changed } });
    },
    ...Object.fromEntries(marks),
  });
  return {
    server,
    sent: () => server.received.filter(({ method }) => method !== 'GET'),
    change: (to: (rows: Row[]) => Row[]) => {
      rows = to(rows);
    },
    ...openApp('/main/protocols/p1'),
  };
}

type App = ReturnType<typeof open>;

async function openRoll({ person }: Pick<App, 'person'>) {
  await person.click(await screen.findByRole('tab', { name: /Участники/ }));
  await person.click(await screen.findByRole('button', { name: 'Перекличка' }));
  const list = await screen.findByRole('listbox', { name: 'Кого отметить' });
  await waitFor(() => expect(within(list).getAllByRole('option')[0]).toHaveFocus());
  return within(list);
}

test('nine people are marked by nine keys, whatever the layout; the quorum follows', async () => {
  const app = open();
  const roll = await openRoll(app);
  expect(screen.getByText('Кворум имеется: 9 из 9')).toBeVisible();
  const keys = ['KeyG', 'KeyG', 'KeyJ', 'KeyP', 'KeyL', 'KeyD', 'KeyJ', 'KeyE', 'KeyG'];
  for (const key of keys) await app.person.keyboard(`[${key}]`);
  expect(keys).toHaveLength(9);
  const notes = () => roll.getAllByRole('option').map((each) => each.textContent?.replace(/^.*Петрович/, ''));
  const clock = String.raw`\d\d:\d\d`;
  await waitFor(() => {
    const shown = notes().map((note) => note?.replace(new RegExp(clock), '…'));
    expect(shown).toEqual([
      ...['Присутствует', 'Присутствует', 'Отсутствует', 'Опоздал, с …', 'Дистанционно'],
      ...['По доверенности', 'Отсутствует', 'Ушёл, до …', 'Присутствует'],
    ]);
  });
  expect(await screen.findByText('Кворум имеется: 6 из 9')).toBeVisible();
  expect(screen.getByText('Отмечены все')).toBeVisible();
  await waitFor(() => expect(app.sent()).toHaveLength(9));
  expect(app.sent()[2]).toMatchObject({ path: '/protocols/members/m2', body: { attendance: { state: 'absent' } } });
  // An absent person keeps their place, and one key undoes the mark.
  await app.person.keyboard('{Backspace}');
  expect(await screen.findByText('Не отмечены: 1 человек')).toBeVisible();
  await app.person.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Перекличка' })).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Отсутствовали' })).toHaveTextContent('Волков');
});

test('an undone mark makes a member absent again who was absent without a mark', async () => {
  const app = open({ members: nine.map((row, index) => (index === 1 ? { ...row, kind: 'absent' } : row)) });
  const roll = await openRoll(app);
  expect(screen.getByText('Кворум имеется: 8 из 9')).toBeVisible();
  await app.person.keyboard('{ArrowDown}[KeyG]');
  expect(await screen.findByText('Кворум имеется: 9 из 9')).toBeVisible();
  await app.person.keyboard('{Backspace}');
  expect(await screen.findByText('Кворум имеется: 8 из 9')).toBeVisible();
  expect(roll.getByRole('option', { name: /^Белов/ })).toHaveTextContent('Отсутствует');
});

test('the current person stays the same while others are added and removed', async () => {
  const app = open();
  const roll = await openRoll(app);
  await app.person.keyboard('{ArrowDown}{ArrowDown}');
  expect(roll.getByRole('option', { name: /^Волков/ })).toHaveFocus();
  app.change((rows) => [
    ...rows.filter(({ id }) => id !== 'm1'),
    ...[1, 2, 3].map((index): Row => {
      return { id: `n${index}`, member_id: null, kind: 'chairman', name: `Новых-${index} Иван Петрович` };
    }),
  ]);
  // A person who comes back to the page after a while gets fresh data.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await roll.findByRole('option', { name: /^Новых-3/ });
  expect(roll.getByRole('option', { selected: true })).toHaveTextContent('Волков Иван Петрович');
  await app.person.keyboard('[KeyJ]');
  await waitFor(() => expect(app.sent()[0]?.path).toBe('/protocols/members/m2'));
  expect(roll.getByRole('option', { name: /^Громов/ })).toHaveFocus();
});

test('of two hundred people the first and the last are marked by the same keys', async () => {
  const many = Array.from({ length: 200 }, (_, index): Row => {
    return { id: `m${index}`, member_id: null, kind: 'present', name: `Авдеев-${index} Иван Петрович` };
  });
  const { person } = open({ members: many });
  await person.click(await screen.findByRole('tab', { name: /Участники/ }));
  await person.click(await screen.findByText('Перекличка'));
  // A query by role would compute the name of each of them.
  const people = () => document.querySelectorAll('[data-roll] [role="option"]');
  await waitFor(() => expect(people()[0]).toHaveFocus());
  await person.keyboard('{End}[KeyJ]');
  await waitFor(() => expect(people()[199]).toHaveTextContent('Авдеев-199 Иван ПетровичОтсутствует'));
  expect(people()[199]).toHaveFocus();
  await person.keyboard('{Home}[KeyG]');
  expect(people()[1]).toHaveFocus();
  expect(await screen.findByText('Не отмечены: 198 человек')).toBeVisible();
});

test('offline marks made by the buttons are kept and counted', async () => {
  const app = open();
  for (const { id } of nine) app.server.answers[`PUT /protocols/members/${id}`] = noConnection;
  await openRoll(app);
  for (let each = 0; each < 5; each += 1) await app.person.click(screen.getByRole('button', { name: /Отсутствует/ }));
  expect(await screen.findByText('Кворума нет: 4 из 9, нужно 5')).toBeVisible();
});

test("a mark made meanwhile on another device is shown beside one's own, and the person chooses", async () => {
  const app = open();
  const late: Attendance = { state: 'late', arrived_at: '2026-11-20T10:20:00+03:00' };
  const marked = app.server.answers['PUT /protocols/members/m0'];
  app.server.answers['PUT /protocols/members/m0'] = () =>
    Response.json(
      {
        message: 'Участника отметили в другом месте',
        code: 'version_conflict',
        data: { ...nine[0], attendance: late },
      },
      { status: 409 },
    );
  await openRoll(app);
  await app.person.keyboard('[KeyJ]');
  await app.person.click(await screen.findByRole('button', { name: /очеред|конфликт|решен/i }));
  await app.person.click(await screen.findByRole('link', { name: 'Решить' }));
  const choice = within(await screen.findByRole('region', { name: /^Перекличка: Авдеев/ }));
  expect(await choice.findByText(/^На сервере: Опоздал, с \d\d:20$/)).toBeVisible();
  expect(choice.getByText('Ваша отметка: Отсутствует')).toBeVisible();
  if (marked) app.server.answers['PUT /protocols/members/m0'] = marked;
  await app.person.click(choice.getByRole('button', { name: 'Оставить мою отметку' }));
  await waitFor(() =>
    expect(app.sent().at(-1)?.body).toEqual({ attendance: { state: 'absent' }, attendance_before: late }),
  );
});

test('a time can be corrected by hand; an impossible one stays typed and is not saved', async () => {
  const attendance: Attendance = { state: 'left', arrived_at: '2026-11-20T10:20:00+03:00', left_at: null };
  const app = open({ members: nine.map((row, index) => (index === 0 ? { ...row, attendance } : row)) });
  await openRoll(app);
  const left = await screen.findByLabelText('Время ухода');
  const arrived = screen.getByLabelText('Время прибытия');
  await app.person.clear(arrived);
  await app.person.type(arrived, '12:00');
  await app.person.type(left, '11:00');
  expect(left).toHaveAccessibleDescription('Уход раньше прибытия: время не сохранено');
  expect(left).toHaveValue('11:00');
});

test('the reason of an absence is asked for and saved; one that is too long is reported', async () => {
  const app = open();
  const roll = await openRoll(app);
  await app.person.keyboard('[KeyJ]');
  const field = await screen.findByLabelText('Причина отсутствия');
  await app.person.click(field);
  await app.person.paste('о'.repeat(301));
  expect(field).toHaveAccessibleDescription('Не больше 300 символов');
  await app.person.clear(field);
  await app.person.type(field, 'отпуск{Enter}');
  expect(await roll.findByText('Отсутствует: отпуск')).toBeVisible();
  await waitFor(() =>
    expect(app.sent().at(-1)).toMatchObject({
      path: '/protocols/members/m0',
      body: { attendance: { state: 'absent', reason: 'отпуск' } },
    }),
  );
});

test('the rule of the quorum is changed in the protocol', async () => {
  const app = open();
  await app.person.click(await screen.findByRole('tab', { name: /Участники/ }));
  await app.person.click(await screen.findByRole('button', { name: 'Правило кворума' }));
  const rule = await screen.findByRole('combobox', { name: 'Кворум' });
  expect(rule).toHaveDisplayValue('Больше половины членов');
  await app.person.selectOptions(rule, 'Не менее двух третей членов');
  expect(await screen.findByText('Кворум: не менее двух третей')).toBeVisible();
  await app.person.click(screen.getByRole('checkbox', { name: 'Секретарь тоже голосует' }));
  await app.person.selectOptions(rule, 'Не менее стольких человек');
  await app.person.type(screen.getByLabelText('Сколько человек'), '0');
  expect(screen.getByLabelText('Сколько человек')).toHaveAccessibleDescription('Целое число от 1 до 10 000');
  await app.person.clear(screen.getByLabelText('Сколько человек'));
  await app.person.type(screen.getByLabelText('Сколько человек'), '12');
  expect(await screen.findByText('Кворума нет: 9 из 9, нужно 12')).toBeVisible();
  const bodies = () => app.sent().map(({ body }) => (body as { quorum: unknown }).quorum);
  await waitFor(() => expect(bodies()).toContainEqual({ count: 12, with_secretary: true }));
});

test('a person without an account is added by name; a name that is too long stays typed', async () => {
  const app = open({ members: nine.slice(0, 1) });
  await app.person.click(await screen.findByRole('tab', { name: /Участники/ }));
  const field = await screen.findByRole('combobox', { name: 'Добавить участника' });
  await app.person.click(screen.getByRole('button', { name: 'Добавить по имени' }));
  expect(field).toHaveAccessibleDescription('Введите имя');
  await app.person.click(field);
  await app.person.paste('я'.repeat(10_000));
  await app.person.tab();
  await app.person.click(screen.getByRole('button', { name: 'Добавить по имени' }));
  expect(field).toHaveAccessibleDescription(/Не больше 300 символов/);
  expect(field).toHaveValue('я'.repeat(10_000));
  await app.person.clear(field);
  await app.person.paste('Гость Пётр');
  await app.person.tab();
  await app.person.click(screen.getByRole('button', { name: 'Добавить по имени' }));
  expect(await screen.findByText('Участник добавлен: Гость Пётр')).toBeInTheDocument();
  expect(app.sent().map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Гость Пётр', kind: 'present' }),
  ]);
  expect(app.sent()[0]?.body).not.toHaveProperty('member_id');
  expect(await screen.findByRole('button', { name: 'Убрать: Гость Пётр' })).toBeVisible();
});

test('a server that knows only users offers neither roll call nor names, and says so', async () => {
  const app = open({ can: [] });
  await app.person.click(await screen.findByRole('tab', { name: /Участники/ }));
  const field = await screen.findByRole('combobox', { name: 'Добавить участника' });
  expect(screen.queryByRole('button', { name: 'Перекличка' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Добавить по имени' })).toBeNull();
  await app.person.type(field, 'Гость');
  await app.person.tab();
  await app.person.click(screen.getByRole('button', { name: 'Добавить' }));
  expect(field).toHaveAccessibleDescription(/этот сервер хранит только участников с учётной записью/);
});
