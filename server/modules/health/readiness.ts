import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/index.ts';
import type { Stopping } from '#server/platform/http/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';

/** What of a server works; it is ready when all of it does. */
export type Readiness = { database: boolean; migrations: boolean; storage: boolean; stopping: boolean };

export type ReadinessDeps = { database: Database; storage: Storage; stopping: Stopping; migrations: number };

const answerMs = 2_000;
/** However often it is asked, database and storage are asked no more often. */
const freshMs = 1_000;

/** Asks database and storage whether they answer; one answer serves all who ask within a second. */
export function createReadiness({ database, storage, stopping, migrations }: ReadinessDeps) {
  let asked: { at: number; answer: Promise<Omit<Readiness, 'stopping'>> } | undefined;

  async function ask() {
    const [done, isThere] = await Promise.all([
      inTime(countMigrations(database)),
      inTime(storage.size('check').then(() => true)),
    ]);
    return { database: done !== undefined, migrations: (done ?? 0) >= migrations, storage: isThere ?? false };
  }

  return async (): Promise<Readiness> => {
    const now = performance.now();
    if (!asked || now - asked.at > freshMs) asked = { at: now, answer: ask() };
    return { ...(await asked.answer), stopping: stopping.isStopping };
  };
}

export function isReady({ stopping, ...checks }: Readiness): boolean {
  return !stopping && Object.values(checks).every(Boolean);
}

async function countMigrations({ db }: Database): Promise<number> {
  const counted = sql`select count(*)::int as count from drizzle.__drizzle_migrations`;
  const { rows } = (await db.execute(counted)) as unknown as { rows: { count: number }[] };
  return rows[0]?.count ?? 0;
}

/** Undefined where it fails, or takes too long. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), answerMs);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
