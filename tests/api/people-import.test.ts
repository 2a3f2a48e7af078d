import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportRow } from '#contract/identity/people-import.ts';
import { sweepPasswordLinks } from '#server/modules/identity/index.ts';
import { findUninvited } from '#server/modules/identity/users/import/repository.ts';
import { passwordResets, users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';
import { until } from '#tests/support/processes.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { waitingSessions } from './support/waiting-sessions.ts';

const row = (line: number, email: string, more: Partial<ImportRow> = {}) => ({
  line,
  name: `Человек ${line}`,
  email,
  role: 'секретарь',
  manager: '',
  position: '',
  organization: '',
  phone: '',
  ...more,
});

describe.each(databaseKinds)('people from a table on %s', (kind) => {
  let app: TestApp;
  let admin: TestUser;
  beforeEach(async () => {
    app = await startTestApp(kind);
    admin = await app.addUser('admin');
  });
  afterEach(() => app.close());
  const preview = async (rows: object[]) =>
    (await app.call(admin, 'POST', '/users/import/preview', { rows })).json().data.rows;
  const order = async (rows: object[], invite = true) =>
    (await app.call(admin, 'POST', '/users/import', { rows, invite })).json().data;
  const personOf = async (email: string) => (await app.db.select().from(users).where(eq(users.email, email)))[0];

  test('the preview tells the result of each row, and the import does the same', async () => {
    const there = await app.addUser('manager', { email: 'there@example.ru' });
    const rows = [
      row(2, 'Anna@Example.ru', { manager: 'boss@example.ru', position: 'Главный специалист' }),
      row(3, 'boss@example.ru', { role: 'Руководитель' }),
      row(4, 'anna@example.ru'),
      row(5, 'there@example.ru'),
      row(6, 'не почта'),
      row(7, 'six@example.ru', { role: 'директор' }),
      row(8, 'seven@example.ru', { manager: 'nobody@example.ru' }),
      row(9, 'eight@example.ru', { name: '  ' }),
      row(10, 'nine@example.ru', { role: '', name: ' Орлов  Иван\u00A0Петрович ' }),
      row(11, 'ten@example.ru', { role: 'внешний', manager: 'boss@example.ru' }),
      row(12, 'eleven@example.ru', { phone: '9'.repeat(60) }),
      row(13, 'twelve@example.ru', { role: 'я'.repeat(5_000) }),
      row(14, 'thirteen@example.ru', { name: '=HYPERLINK("http://example.ru";"Орлов")' }),
      row(15, 'fourteen@example.ru', { name: ' @SUM(1)' }),
    ];
    const told = await preview(rows);
    expect(told.map(({ action, words }: { action: string; words: string }) => `${action}: ${words}`)).toEqual([
      'add: Будет добавлен: секретарь',
      'add: Будет добавлен: руководитель',
      'refuse: Этот e-mail уже есть в строке 2',
      'exists: Уже есть (руководитель): останется как есть',
      'refuse: Неверный формат e-mail',
      expect.stringMatching(
        /^refuse: Роль «директор» не подходит: укажите «администратор», .* или оставьте ячейку пустой$/,
      ),
      'refuse: Руководителя с e-mail nobody@example.ru нет ни среди пользователей, ни в таблице',
      'refuse: Не указано имя',
      'add: Будет добавлен: внешний участник',
      'refuse: Руководитель бывает только у секретаря',
      expect.stringMatching(/^refuse: Телефон: /),
      expect.stringMatching(/^refuse: Роль «я{60}…» не подходит/),
      'refuse: Имя начинается со знака «=»: это похоже на формулу, а не на имя',
      'refuse: Имя начинается со знака «@»: это похоже на формулу, а не на имя',
    ]);
    const done = await order(rows, false);
    expect(done).toMatchObject({ added: 3, existing: 1 });
    expect(done.refused.map(({ line }: { line: number }) => line)).toEqual([4, 6, 7, 8, 9, 11, 12, 13, 14, 15]);
    expect(await personOf('anna@example.ru')).toMatchObject({
      role: 'secretary',
      managerId: (await personOf('boss@example.ru'))?.id,
      position: 'Главный специалист',
      createdById: admin.id,
    });
    expect(await personOf('nine@example.ru')).toMatchObject({ role: 'external', name: 'Орлов Иван Петрович' });
    expect(await personOf('there@example.ru')).toMatchObject({ id: there.id, name: 'Петрова Анна Сергеевна' });
    expect((await app.call(admin, 'GET', '/users?search=Орлов')).json().data).toHaveLength(1);
    expect(await app.db.$count(mails)).toBe(0);
  });

  test('everybody new is mailed one invitation, also when the table is imported again', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => row(index + 2, `p${index}@example.ru`));
    expect(await order(rows)).toEqual({ added: 120, existing: 0, refused: [] });
    const invited = () => app.db.$count(passwordResets, eq(passwordResets.kind, 'invitation'));
    await until(async () => (await invited()) === 120 || undefined, '120 invitations');
    expect(await order(rows)).toEqual({ added: 0, existing: 120, refused: [] });
    // A job that is run again after its answer was lost.
    const ids = (await app.db.select({ id: users.id }).from(users)).map(({ id }) => id);
    await app.services.jobs.send('invite-people', 'again', { ids, by: admin.id });
    const waiting = sql`select count(*)::int as left from jobs.job where name = 'invite-people' and state <> 'completed'`;
    await until(async () => {
      const { rows: counted } = (await app.db.execute(waiting)) as unknown as { rows: { left: number }[] };
      return counted[0]?.left === 0 || undefined;
    }, 'the jobs are done');
    expect(await invited()).toBe(120);
    expect(await app.db.$count(mails)).toBe(120);
  });

  test('an empty table and one that is too long are refused with a message', async () => {
    const refused = async (rows: object[]) => (await app.call(admin, 'POST', '/users/import', { rows })).json();
    expect((await refused([])).message).toBe('В таблице нет людей');
    const many = Array.from({ length: 10_001 }, (_, line) => row(line, `p${line}@example.ru`));
    expect((await refused(many)).message).toBe('Не больше 10 000 строк за один раз');
  });

  test('people imported without an invitation are invited later, each once, and nobody else', async () => {
    await order([row(2, 'anna@example.ru'), row(3, 'ivan@example.ru'), row(4, 'vera@example.ru')], false);
    await app.addUser('external', { email: 'known@example.ru' });
    const blocked = await personOf('vera@example.ru');
    await app.call(admin, 'PUT', `/users/${blocked?.id}`, { is_blocked: true });
    const count = async () => (await app.call(admin, 'GET', '/users/uninvited')).json().data.count;
    const invite = async () => (await app.call(admin, 'POST', '/users/invitations')).json().data.count;
    expect(await count()).toBe(2);
    const listed = (await app.call(admin, 'GET', '/users?uninvited=1&search=example')).json();
    expect(listed.data.map(({ email }: { email: string }) => email).toSorted()).toEqual([
      'anna@example.ru',
      'ivan@example.ru',
    ]);
    expect((await app.call(admin, 'GET', '/users?uninvited=1&limit=1')).json()).toMatchObject({
      data: [{ invitation: 'none' }],
      meta: { total: 2 },
    });
    expect(await invite()).toBe(2);
    await until(async () => (await count()) === 0 || undefined, 'the invitations');
    expect(await invite()).toBe(0);
    const written = await app.db.select({ to: mails.recipient }).from(mails);
    expect(written.map(({ to }) => to).toSorted()).toEqual(['anna@example.ru', 'ivan@example.ru']);
  });

  test('a person invited long ago counts as invited, though the link is deleted', async () => {
    await order([row(2, 'anna@example.ru')], true);
    const id = (await personOf('anna@example.ru'))?.id ?? '';
    const read = async () => (await app.call(admin, 'GET', `/users/${id}`)).json().data;
    await until(async () => (await read()).invitation === 'stored' || undefined, 'the invitation');
    const { invited_at } = await read();
    const links = await app.db.select().from(passwordResets).where(eq(passwordResets.userId, id));
    await sweepPasswordLinks(app.db, new Date((links[0]?.expiresAt.getTime() ?? 0) + 31 * 24 * 3600_000));
    expect(await app.db.$count(passwordResets, eq(passwordResets.userId, id))).toBe(0);
    expect((await app.call(admin, 'GET', '/users/uninvited')).json().data.count).toBe(0);
    expect(await read()).toMatchObject({ invitation: 'expired', invited_at });
  });

  // The embedded database lets nobody in meanwhile.
  test.runIf(kind === 'postgres')('a person whom another server is inviting is skipped', async () => {
    await order([row(2, 'anna@example.ru'), row(3, 'ivan@example.ru')], false);
    const ids = (await app.db.select({ id: users.id }).from(users)).map(({ id }) => id);
    const sent = await app.db.transaction(async (tx) => {
      for (const person of await findUninvited(tx, ids)) await app.services.passwordLinks.invite(tx, person);
      const other = app.db.transaction((db) => findUninvited(db, ids));
      await expect.poll(() => waitingSessions(app.db)).toBe(1);
      return { other };
    });
    expect(await sent.other).toEqual([]);
    expect(await app.db.$count(mails)).toBe(2);
  });
});
