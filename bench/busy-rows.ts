import { sql } from 'drizzle-orm';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import type { Database } from '#server/platform/db/database.ts';
import { searchKeyOf } from '#server/platform/db/search-key.ts';
import { users } from '#server/schema/people.ts';

const secretaries = 20;
const protocolsEach = 1_000;

/** The people who sign in: a manager, and the secretaries whose work the manager reads. */
export const people = Array.from({ length: secretaries + 1 }, (_, number) => ({
  email: `person${number}@example.ru`,
  password: 'пароль-меры',
}));

/** An office: a manager, and secretaries who each have a thousand protocols with two tasks and three members. */
export async function fillOffice({ db }: Pick<Database, 'db'>): Promise<void> {
  const passwordHash = await hashPassword('пароль-меры');
  const rows = people.map(({ email }, number) => ({
    ...{ id: `person-${number}`, email, passwordHash, name: `Сотрудник ${number}`, searchKey: searchKeyOf(email) },
    ...(number === 0 ? { role: 'manager' as const } : { role: 'secretary' as const, managerId: 'person-0' }),
  }));
  for (const row of rows) await db.insert(users).values(row);
  // Triggers that count so many rows in one statement take minutes: their counters are written directly instead.
  const counted = ['protocols', 'tasks'].map((table) => sql.identifier(table));
  for (const table of counted) await db.execute(sql`alter table ${table} disable trigger user`);
  const total = secretaries * protocolsEach;
  await db.execute(sql`insert into protocols (id, owner_id, number_scope, number_year, number, title, stage, held_at, place,
      search_key, search_version, created_at)
    select 'protocol-' || n, 'person-' || n % ${secretaries} + 1, 'owner:person-' || n % ${secretaries} + 1, 2026, n::text,
      'Совещание по итогам недели ' || n, case when n % 3 = 0 then 'finish' else 'no_video' end,
      '2026-01-15T10:00:00+03:00', 'Зал заседаний', 'совещание по итогам недели ' || n, 100,
      timestamptz '2024-01-01' + n * interval '1 minute'
    from generate_series(0, ${total - 1}) n`);
  await db.execute(sql`insert into tasks (id, protocol_id, owner_id, status, title, created_at)
    select 'task-' || n || '-' || m, 'protocol-' || n, 'person-' || n % ${secretaries} + 1,
      case m when 1 then 'done' else 'new' end, 'Поручение', timestamptz '2024-01-01' + n * interval '1 minute'
    from generate_series(0, ${total - 1}) n cross join generate_series(1, 2) m`);
  await db.execute(sql`insert into members (id, protocol_id, member_id)
    select 'member-' || n || '-' || m, 'protocol-' || n, 'person-' || (n + m) % ${secretaries + 1}
    from generate_series(0, ${total - 1}) n cross join generate_series(1, 3) m`);
  await db.execute(
    sql`insert into protocol_counts (owner_id, stage, total) select owner_id, stage, count(*) from protocols group by 1, 2`,
  );
  await db.execute(
    sql`insert into task_counts (owner_id, status, total) select owner_id, status, count(*) from tasks group by 1, 2`,
  );
  for (const table of counted) await db.execute(sql`alter table ${table} enable trigger user`);
  await db.execute(sql`vacuum analyze`);
}
