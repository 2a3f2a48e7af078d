import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, lt, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/platform/db/index.ts';
import { attemptCounts } from '#server/schema/service.ts';

/** How long an attempt within a transaction waits for writes before it; where they take longer, one may count twice. */
const writesMs = 500;

/** How many failures there are under a key, and until when they count. */
export type Counted = { count: number; until: Date };

/** What all servers of one database count together. */
export interface SharedCounts {
  /**
   * Returns the counts, including every failure that this server added before.
   * @param db the handler's: waiting for a second connection could be a deadlock
   */
  read(db: Db, keys: readonly string[]): Promise<Map<string, Counted>>;
  /** Adds `times` to each key; a key whose count has expired starts a new one, which lasts until `until`. */
  add(keys: readonly string[], until: Date, times: number): Promise<void>;
  forget(key: string): Promise<void>;
}

/** Undefined with the embedded database: its only server counts in memory. */
export function createSharedCounts(database: Database, clock: () => Date): SharedCounts | undefined {
  if (database.kind === 'pglite') return undefined;
  const { db } = database;
  // Nobody can tell whether a read finds the row of a write in progress. So a read waits for the writes before it, and
  // is repeated if another one came in between: none is missed or counted twice.
  const writes = new Set<{ keys: readonly string[]; end: Promise<void> }>();
  const reads = new Set<{ keys: readonly string[]; isStale: boolean }>();

  async function writesUnder(keys: readonly string[]): Promise<void> {
    for (;;) {
      const ends = [...writes].filter((write) => haveCommon(write.keys, keys)).map(({ end }) => end);
      if (ends.length === 0) return;
      await Promise.allSettled(ends);
    }
  }

  function endReads(keys: readonly string[]): void {
    for (const read of reads) read.isStale ||= haveCommon(read.keys, keys);
  }

  async function readCounts(reader: Db, keys: readonly string[]): Promise<Map<string, Counted>> {
    const ids = new Map(keys.map((key) => [idOf(key), key]));
    const rows = await reader
      .select()
      .from(attemptCounts)
      .where(inArray(attemptCounts.id, [...ids.keys()]));
    return new Map(rows.map(({ id, count, until }) => [ids.get(id) ?? '', { count, until }]));
  }

  async function writeCounts(keys: readonly string[], until: Date, times: number): Promise<void> {
    const isOver = sql`${attemptCounts.until} <= ${clock().toISOString()}::timestamptz`;
    await db
      .insert(attemptCounts)
      // Sorted, so that no two servers wait for each other's row locks.
      .values(keys.map((key) => ({ id: idOf(key), count: times, until })).sort((a, b) => (a.id < b.id ? -1 : 1)))
      .onConflictDoUpdate({
        target: attemptCounts.id,
        set: {
          count: sql`case when ${isOver} then excluded.count else ${attemptCounts.count} + excluded.count end`,
          until: sql`case when ${isOver} then excluded.until else ${attemptCounts.until} end`,
        },
      });
  }

  return {
    async read(reader, keys) {
      for (;;) {
        // Inside a transaction not without an end: its handler holds a connection that the write may be waiting for.
        await (reader === db ? writesUnder(keys) : within(writesMs, writesUnder(keys)));
        const read = { keys, isStale: false };
        reads.add(read);
        const counts = await readCounts(reader, keys).finally(() => reads.delete(read));
        if (!read.isStale) return counts;
      }
    },
    async add(keys, until, times) {
      endReads(keys);
      const write = { keys, end: writeCounts(keys, until, times) };
      writes.add(write);
      await write.end.finally(() => {
        writes.delete(write);
        endReads(keys);
      });
    },
    async forget(key) {
      await db.delete(attemptCounts).where(inArray(attemptCounts.id, [idOf(key)]));
    },
  };
}

/** Resolves with the promise, or after that many milliseconds. */
async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  const end = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
  await Promise.race([promise, late]);
  end.abort();
}

/** Removes what does not count any more. */
export async function sweepAttemptCounts(db: Db, now: Date): Promise<void> {
  await db.delete(attemptCounts).where(lt(attemptCounts.until, now));
}

function haveCommon(some: readonly string[], others: readonly string[]): boolean {
  return some.some((key) => others.includes(key));
}

/** Hashed: keys contain names of accounts and addresses, which are not stored. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
