import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#server/platform/db/index.ts';

/** Whether a PostgreSQL database holds anything. */
export async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const own = `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`;
    return ((await client.query(own)).rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

/** Removes from a copy whatever it would send: waiting mails, and the devices that receive pushes. */
export async function silence(db: Db): Promise<void> {
  await db.execute(sql`delete from push_subscriptions`);
  const words = 'Копия сервера: письмо отправляет сам сервер';
  await db.execute(
    sql`update mails set state = 'failed', error = ${words}, text = '', html = null where state = 'waiting'`,
  );
}
