import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#server/platform/db/index.ts';

/** Whether a PostgreSQL database holds anything. */
export async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // When the connection is lost, the query fails; the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const own = `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`;
    return ((await client.query(own)).rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

const epoch = Date.UTC(2026, 0, 1);
/**
 * By how much versions are raised: the minutes since 2026. More than any row was changed since the backup, and another
 * restore of the same backup gives out others.
 */
const raisedAt = (now: Date) => Math.floor((now.getTime() - epoch) / 60_000);
/** Not the summaries: people see the numbers of those. */
const versioned = ['protocols', 'meetings', 'meeting_series', 'bodies', 'transcripts'];

/**
 * Raises the versions past all that were given out after the backup: an edit of what was lost would else meet another
 * state with the same number, and overwrite it. To be called in a transaction.
 */
export async function raiseVersions(db: Db, now = new Date()): Promise<void> {
  // As long as it takes: nobody waits for it.
  await db.execute(sql`set local statement_timeout = 0`);
  for (const table of versioned)
    await db.execute(sql`update ${sql.identifier(table)} set version = version + ${raisedAt(now)}::int`);
}

/** Queues whose jobs send mails or pushes. */
const tellingQueues = [
  ...['send-mail', 'send-reset-link', 'invite-people', 'send-protocol'],
  ...['announce-notices', 'push-notices'],
];

/** Takes out of a copy what would leave it: mails and notices that wait, with their jobs, and the devices for pushes. */
export async function removeUnsentNotices(db: Db): Promise<void> {
  await db.execute(sql`delete from push_subscriptions`);
  const words = 'Копия сервера: письмо отправляет сам сервер';
  await db.execute(
    sql`update mails set state = 'failed', error = ${words}, text = '', html = null where state = 'waiting'`,
  );
  await db.execute(
    sql`update notices set mail_due = null, push_due = null where mail_due is not null or push_due is not null`,
  );
  const { rows } = (await db.execute(sql`select to_regclass('jobs.job') is not null as found`)) as unknown as {
    rows: { found: boolean }[];
  };
  if (!rows[0]?.found) return;
  await db.execute(
    sql`delete from jobs.job where name in ${tellingQueues} and state in ('created', 'retry', 'active')`,
  );
}
