import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';

const amounts = { secretaries: 50, protocols: 100_000, meetings: 100_000, tasks: 1_000_000 };

/** As long as real minutes are, since reading every protocol would read this, too. */
const agenda = Array.from({ length: 3 }, (_, item) => ({
  id: `item-${item}`,
  title: `Вопрос ${item + 1}`,
  discussion: 'Обсудили ход работ, сроки поставок и остаток средств. '.repeat(6),
}));

/**
 * Fills a new database with one manager and their secretaries, who have three years of work, evenly spread: every
 * second protocol final within a fortnight, every tenth task open, deadlines at the end of a day.
 * @returns the ids of the manager and of one of the secretaries
 */
export async function fillStatistics(url: string, account: { email: string; password: string }) {
  await (await openDatabase({ url, folder: '' })).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const manager = uuidv7();
  try {
    await client.query('insert into users (id, email, role, name, password_hash) values ($1, $2, $3, $4, $5)', [
      manager,
      account.email,
      'manager',
      'Белова Ирина Сергеевна',
      await hashPassword(account.password),
    ]);
    await client.query(
      `insert into users (id, email, role, name, manager_id)
       select 'secretary-' || lpad(n::text, 28, '0'), 's' || n || '@example.ru', 'secretary', 'Секретарь ' || n, $1
       from generate_series(1, $2::int) n`,
      [manager, amounts.secretaries],
    );
    // Triggers would count a million rows one by one: what they keep is written as they would have left it.
    await client.query('set session_replication_role = replica');
    const owner = `'secretary-' || lpad((n % ${amounts.secretaries} + 1)::text, 28, '0')`;
    const day = (total: number) => `(current_date - 1000 + (n * 1095::bigint / ${total})::int)`;
    await client.query(
      `insert into protocols (id, owner_id, stage, stage_changed_at, held_at, number_scope, number_year, number, title, search_key, agenda)
       select 'protocol-' || n, ${owner}, case when n % 2 = 0 then 'final' else 'finish' end,
         ${day(amounts.protocols)} + (n % 14) * interval '1 day', to_char(${day(amounts.protocols)}, 'YYYY-MM-DD') || 'T10:00:00+03:00',
         'x', 2026, n::text, 'Совещание по итогам недели ' || n, 'совещание по итогам недели ' || n, $2::jsonb
       from generate_series(1, $1::int) n`,
      [amounts.protocols, JSON.stringify(agenda)],
    );
    await client.query(
      `insert into meetings (id, owner_id, title, start_at, end_at)
       select 'meeting-' || n, ${owner}, 'Совещание', ${day(amounts.meetings)} + time '10:00', ${day(amounts.meetings)} + time '11:00'
       from generate_series(1, $1::int) n`,
      [amounts.meetings],
    );
    await client.query(
      `insert into tasks (id, protocol_id, owner_id, status, title, due_at, created_at)
       select 'task-' || n, 'protocol-' || (n / 10 + 1), ${owner}, case when n % 10 = 0 then 'new' when n % 97 = 0 then 'cancelled' else 'done' end,
         'Поручение', to_char(${day(amounts.tasks)}, 'YYYY-MM-DD') || 'T23:59:59+03:00', ${day(amounts.tasks)} - interval '10 days'
       from generate_series(1, $1::int) n`,
      [amounts.tasks],
    );
    for (const [counts, of, by] of [
      ['protocol_counts', 'protocols', 'stage'],
      ['task_counts', 'tasks', 'status'],
    ]) {
      await client.query(
        `insert into ${counts} (owner_id, ${by}, total) select owner_id, ${by}, count(*) from ${of} group by 1, 2`,
      );
    }
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return { manager, secretary: `secretary-${'1'.padStart(28, '0')}` };
}
