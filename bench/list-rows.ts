import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import type { demoSecretary } from '#tests/support/api-client.ts';

/** A new database with one secretary and that many protocols, each with a task and a member. @returns the owner's id */
export async function fillDatabase(url: string, account: typeof demoSecretary, total: number): Promise<string> {
  await (await openDatabase({ url, folder: '' })).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const id = uuidv7();
  try {
    await client.query('insert into users (id, email, role, name, password_hash) values ($1, $2, $3, $4, $5)', [
      id,
      account.email,
      'secretary',
      'Петрова Анна Андреевна',
      await hashPassword(account.password),
    ]);
    // Triggers would count a million rows one by one: what they keep is written as they would have left it.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into protocols (id, owner_id, number_scope, number_year, number, title, search_key, created_at)
       select 'protocol-' || n, $1, 'owner:' || $1, 2026, n::text, 'Совещание по итогам недели ' || n,
         'совещание по итогам недели ' || n, timestamptz '2024-01-01' + n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [id, total],
    );
    await client.query(
      `insert into protocol_counts (owner_id, stage, total) select owner_id, stage, count(*) from protocols group by 1, 2`,
    );
    await client.query(
      `insert into tasks (id, protocol_id, owner_id, status, title, created_at)
       select 'task-' || n, 'protocol-' || n, $1, 'done', 'Поручение', timestamptz '2024-01-01' + n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [id, total],
    );
    await client.query(
      `insert into members (id, protocol_id, member_id) select 'member-' || n, 'protocol-' || n, $1 from generate_series(1, $2::int) n`,
      [id, total],
    );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return id;
}
