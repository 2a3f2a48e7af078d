import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { uploads } from '#server/schema/video.ts';
import { isComplete } from '../complete-uploads-repository.ts';
import type { Upload } from './repository.ts';

/** Server that verifies an upload, and the duration of its lease before it must be renewed. */
export type Holder = { owner: string; leaseMs: number };

const isVerifying = eq(uploads.state, 'verifying');
/** An older build of the server has no lease: it updates the row every 30 seconds while it works. */
const lapsed = sql`coalesce(${uploads.leaseUntil}, ${uploads.updatedAt} + interval '150 seconds') < now()`;

/** Uploads that may be taken: those whose last chunk has arrived, and those whose lease has lapsed. */
export const takeable = {
  complete: isComplete,
  lapsed: or(isComplete, and(isVerifying, lapsed)),
  /** For a server that starts and is the only one. */
  any: or(isComplete, isVerifying),
} satisfies Record<string, SQL | undefined>;

const leaseOf = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`;

/**
 * Takes an upload for verification, by the database's clock. The previous holder cannot write any more; a transaction
 * that is forgetting one of its chunks is waited for.
 */
export async function takeUpload(
  db: Db,
  id: string,
  which: SQL | undefined,
  { owner, leaseMs }: Holder,
  now: Date,
): Promise<Upload | undefined> {
  const set = {
    state: 'verifying' as const,
    leaseOwner: owner,
    leaseUntil: leaseOf(leaseMs),
    fence: sql`${uploads.fence} + 1`,
    updatedAt: now,
  };
  return db.transaction(async (tx) => {
    await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id)).for('update');
    // A separate statement, so that the chunks are counted after the wait for the lock.
    const claimed = await tx
      .update(uploads)
      .set(set)
      .where(and(eq(uploads.id, id), which))
      .returning();
    return claimed[0];
  });
}

/** Renews this owner's leases. @returns the uploads that it still holds, with their fences */
export async function renewLeases(
  db: Db,
  ids: string[],
  { owner, leaseMs }: Holder,
  now: Date,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const renewed = await db
    .update(uploads)
    .set({ leaseUntil: leaseOf(leaseMs), updatedAt: now })
    .where(and(inArray(uploads.id, ids), isVerifying, eq(uploads.leaseOwner, owner)))
    .returning({ id: uploads.id, fence: uploads.fence });
  return new Map(renewed.map(({ id, fence }) => [id, fence]));
}

/** Releases an upload, so that any server may take it after a pause. */
export async function releaseLease(db: Db, { id, fence }: Upload, pauseMs: number): Promise<void> {
  await db
    .update(uploads)
    // The owner is cleared, so that a concurrent renewal changes nothing.
    .set({ leaseOwner: null, leaseUntil: leaseOf(pauseMs) })
    .where(and(eq(uploads.id, id), isVerifying, eq(uploads.fence, fence)));
}

/** Assigns a place in the storage to an upload without one. @returns the upload as it is then */
export async function givePlace(db: Db, id: string, chunksAt: string): Promise<Upload | undefined> {
  const none = and(eq(uploads.id, id), isNull(uploads.chunksAt));
  const given = await db.update(uploads).set({ chunksAt }).where(none).returning();
  return given[0] ?? (await db.select().from(uploads).where(eq(uploads.id, id)))[0];
}

/** Returns the uploads with these places, by place, and whether they are being received or verified. */
export async function findPlaces(db: Db, places: string[]): Promise<Map<string, { isOpen: boolean }>> {
  if (places.length === 0) return new Map();
  const columns = { place: uploads.chunksAt, state: uploads.state };
  const rows = await db.select(columns).from(uploads).where(inArray(uploads.chunksAt, places));
  const isOpen = (state: Upload['state']) => state === 'receiving' || state === 'verifying';
  return new Map(rows.map(({ place, state }) => [place ?? '', { isOpen: isOpen(state) }]));
}

/** Returns the uploads whose verification has lapsed. */
export async function listLapsed(db: Db): Promise<string[]> {
  return (await db.select({ id: uploads.id }).from(uploads).where(and(isVerifying, lapsed))).map(({ id }) => id);
}
