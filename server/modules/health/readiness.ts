import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/index.ts';
import type { Stopping } from '#server/platform/http/index.ts';
import { reachStorage, type Storage } from '#server/platform/storage/index.ts';

/** Checks of a server; it is ready when all of them pass and it is not stopping. */
export type Readiness = { database: boolean; migrations: boolean; storage: boolean; stopping: boolean };

export type ReadinessDeps = { database: Database; storage: Storage; stopping: Stopping; migrations: number };

const answerMs = 2_000;
/** Minimum time between two checks of the database and the storage. */
const freshMs = 1_000;

/** Checks whether the database and the storage answer; one check serves all callers within a second. */
export function createReadiness({ database, storage, stopping, migrations }: ReadinessDeps) {
  let asked: { at: number; answer: Promise<Omit<Readiness, 'stopping'>> } | undefined;

  async function ask() {
    const [done, isThere] = await Promise.all([
      resultInTime(countMigrations(database)),
      resultInTime(reachStorage(storage, answerMs).then(() => true)),
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

/** Resolves to undefined if the work fails or takes longer than `answerMs`. */
function resultInTime<T>(work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), answerMs);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
