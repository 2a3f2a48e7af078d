import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { Client, Pool } from 'pg';
import type { Db } from './database.ts';
import { type Migration, migrationsFolder, outstanding } from './own-migrations.ts';

/** Any number will do as long as every node takes the same. */
const migrationLock = 1_347_571_535;
/** How often a long migration is reported as still running. */
const reportEveryMs = 10_000;
/** How often a wait for locks is reported. */
const waitReportMs = 60_000;

/** Receives news of migrations. */
export type MigrationWatch = {
  /** Called when migrations are outstanding, whether this server runs them or waits for another one that does. */
  begin: () => Promise<void>;
  say: (line: string) => void;
};

const unwatched: MigrationWatch = { begin: async () => undefined, say: () => undefined };

/** Runs the outstanding migrations, all or none of them. Throws NewerSchema. */
export async function migrateEmbedded(db: Db, watch = unwatched): Promise<void> {
  const migrations = await findOutstanding(db);
  if (migrations.length === 0) return;
  await watch.begin();
  await run(db, migrations, watch);
}

/** How long a migration waits for a lock, and the pause before all of it is tried again, in milliseconds. */
export type LockPatience = { lockMs: number; pauseMs: number };

const usualPatience: LockPatience = { lockMs: 2_000, pauseMs: 5_000 };

/**
 * The same on PostgreSQL, where several nodes may start at once: one migrates, the others wait. Servers of the previous
 * version still work then, and whatever waits for a table lets nobody past it: so a migration never waits long.
 */
export async function migratePostgres(pool: Pool, watch = unwatched, patience = usualPatience): Promise<void> {
  const client = await pool.connect();
  const db = drizzlePg(client) as unknown as Db;
  try {
    if ((await findOutstanding(db)).length === 0) return;
    await watch.begin();
    // No timeout: waiting for another node or changing a large table takes as long as it takes.
    await client.query('set statement_timeout = 0');
    await lock(db, watch);
    try {
      await runUnlessLocked(db, watch, patience);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
      await client.query('reset statement_timeout');
    }
  } finally {
    client.release();
  }
}

async function lock(db: Db, { say }: MigrationWatch): Promise<void> {
  const [got] = await rowsOf<{ got: boolean }>(db, sql`select pg_try_advisory_lock(${migrationLock}::bigint) as got`);
  if (got?.got) return;
  say('Базу данных обновляет другой сервер: этот ждёт.');
  await db.execute(sql`select pg_advisory_lock(${migrationLock}::bigint)`);
}

/** How many migrations of this version a PostgreSQL lacks, without changing it. Throws NewerSchema. */
export async function countOutstanding(client: Client): Promise<number> {
  return (await findOutstanding(drizzlePg(client) as unknown as Db)).length;
}

/** Table in which Drizzle records the migrations that have run. */
const table = sql.raw('"drizzle"."__drizzle_migrations"');

async function findOutstanding(db: Db): Promise<Migration[]> {
  const [found] = await rowsOf<{ there: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as there`,
  );
  if (!found?.there) return outstanding(undefined);
  const [last] = await rowsOf<{ last: string | null }>(db, sql`select max(created_at)::text as last from ${table}`);
  return outstanding(last?.last ? Number(last.last) : undefined);
}

/** Repeats the migrations as long as others hold what they need, such as a backup that reads all tables. */
async function runUnlessLocked(
  db: Db,
  { begin, say }: MigrationWatch,
  { lockMs, pauseMs }: LockPatience,
): Promise<void> {
  let told = Number.NEGATIVE_INFINITY;
  // What is repeated is not told again.
  const sayOnce = onlyOnce(say);
  for (;;) {
    try {
      return await run(db, await findOutstanding(db), { begin, say: sayOnce }, lockMs);
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    if (performance.now() - told > waitReportMs) {
      told = performance.now();
      say(
        'Обновление базы данных ждёт: её таблицы заняты, например резервным копированием. Оно начнётся, как только они освободятся.',
      );
    }
    await pause(pauseMs);
  }
}

function onlyOnce(say: MigrationWatch['say']): MigrationWatch['say'] {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
}

/** A lock was not to be had in time, or each waited for the other: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isLocked(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return ['55P03', '40P01'].includes(String((cause as { code?: unknown } | null)?.code));
}

/** @param lockMs after so long without a lock all of it is rolled back; undefined: nobody else uses the database */
async function run(db: Db, migrations: Migration[], { say }: MigrationWatch, lockMs?: number): Promise<void> {
  if (migrations.length === 0) return;
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} с`;
  await db.transaction(async (tx) => {
    if (lockMs !== undefined) await tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`));
    await tx.execute(sql`create schema if not exists "drizzle"`);
    await tx.execute(
      sql`create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const [at, { name, hash, when, statements }] of migrations.entries()) {
      const line = `Обновление базы данных: ${at + 1} из ${migrations.length}, ${name}`;
      say(`${line}.`);
      const timer = setInterval(() => say(`${line}: идёт ${seconds()}.`), reportEveryMs);
      try {
        for (const statement of statements) await tx.execute(sql.raw(statement));
      } finally {
        clearInterval(timer);
      }
      await tx.execute(sql`insert into ${table} (hash, created_at) values (${hash}, ${when})`);
    }
  });
  say(`База данных обновлена за ${seconds()}.`);
}

async function rowsOf<T>(db: Db, query: ReturnType<typeof sql>): Promise<T[]> {
  return ((await db.execute(query)) as unknown as { rows: T[] }).rows;
}

/** How many migrations this version of the server has. */
export async function countOwnMigrations(): Promise<number> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).length;
}
