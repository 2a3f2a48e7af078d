import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';

export async function countPeople(db: Db): Promise<number> {
  return db.$count(users);
}

/** Bytes of the whole database. */
export async function databaseSize({ db }: Database): Promise<number> {
  const asked = sql`select pg_database_size(current_database()) as size`;
  const { rows } = (await db.execute(asked)) as unknown as { rows: { size: string }[] };
  return Number(rows[0]?.size ?? 0);
}

export async function findEmail(db: Db, id: string): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return row?.email ?? '';
}
