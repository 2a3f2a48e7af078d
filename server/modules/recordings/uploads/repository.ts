import { and, asc, count, desc, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { UploadStatus } from '#contract/recordings/upload.ts';
import { type Db, filesOfVideo, type StoredVideo } from '#server/platform/db/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { uploadChunks, uploads } from '#server/schema/video.ts';

export type Upload = typeof uploads.$inferSelect;
export type UploadState = Upload['state'];
export type StoredChunk = { index: number; size: number; sha256: string };
/** Indexes of chunks, or `all` for every acknowledged one. */
export type Lost = number[] | 'all';

const openStates: UploadState[] = ['receiving', 'verifying'];
/** Minimum interval at which the time of the last chunk is written, since each write waits for the disk. */
const touchEveryMs = 60_000;
/** Delay before an abandoned file is removed, so that a late writer has finished by then. */
const lateMs = 3_600_000;

/** Returns the owner's protocol; undefined if there is none, or it belongs to somebody else. */
export async function findOwnedProtocol(db: Db, { ownerId, id }: { ownerId: string; id: string }) {
  const columns = { id: protocols.id, stage: protocols.stage, video: protocols.video };
  const rows = await db
    .select(columns)
    .from(protocols)
    .where(and(eq(protocols.id, id), eq(protocols.ownerId, ownerId)));
  return rows[0];
}

/**
 * Adds an upload, unless one with this id exists or the protocol has another open one. A handover that runs is waited
 * for: an upload of the former owner would lock the new one out of the protocol.
 */
export async function addUpload(
  db: Db,
  upload: typeof uploads.$inferInsert & { ownerId: string; protocolId: string },
): Promise<void> {
  const own = and(eq(protocols.id, upload.protocolId), eq(protocols.ownerId, upload.ownerId));
  await db.transaction(async (tx) => {
    const [protocol] = await tx.select({ id: protocols.id }).from(protocols).where(own).for('key share');
    if (protocol) await tx.insert(uploads).values(upload).onConflictDoNothing();
  });
}

/** Reads the rows needed before a chunk arrives: its protocol, its upload and the chunk itself. */
export async function findBeforeChunk(
  db: Db,
  place: { protocolId: string; ownerId: string; uploadId: string; index: number },
) {
  const chunk = and(eq(uploadChunks.uploadId, uploads.id), eq(uploadChunks.index, place.index));
  const rows = await db
    .select({ protocol: { stage: protocols.stage }, upload: uploads, chunk: uploadChunks })
    .from(protocols)
    .leftJoin(uploads, eq(uploads.id, place.uploadId))
    .leftJoin(uploadChunks, chunk)
    .where(and(eq(protocols.id, place.protocolId), eq(protocols.ownerId, place.ownerId)));
  return rows[0];
}

export async function findUpload(db: Db, id: string): Promise<Upload | undefined> {
  return (await db.select().from(uploads).where(eq(uploads.id, id)))[0];
}

/** Returns the protocol's newest upload in one of these states. */
export async function findNewest(db: Db, protocolId: string, states: UploadState[]): Promise<Upload | undefined> {
  const found = and(eq(uploads.protocolId, protocolId), inArray(uploads.state, states));
  return (await db.select().from(uploads).where(found).orderBy(desc(uploads.createdAt), desc(uploads.id)).limit(1))[0];
}

/** Returns the protocol's upload that is neither finished nor suspended. */
export async function findOpen(db: Db, protocolId: string): Promise<Upload | undefined> {
  const open = and(inArray(uploads.state, openStates), isNull(uploads.suspendedAt));
  const rows = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.protocolId, protocolId), open));
  return rows[0];
}

/** Suspends an upload, unless it is complete and about to be verified. @returns whether it did */
export async function suspend(db: Db, { id, totalChunks }: Upload, now: Date): Promise<boolean> {
  if ((await countChunks(db, id)) === totalChunks) return false;
  return moveUpload(db, id, ['receiving'], { suspendedAt: now });
}

/**
 * Ends the suspension of an upload, unless it was handed over meanwhile. Fails if another one is open.
 * @returns the upload as it is then
 */
export async function reopenUpload(db: Db, { id, ownerId }: Upload, now: Date): Promise<Upload | undefined> {
  const back = { suspendedAt: null, updatedAt: now };
  const own = and(eq(uploads.id, id), eq(uploads.ownerId, ownerId));
  return (await db.update(uploads).set(back).where(own).returning())[0];
}

/**
 * Sets the chunk size, which the first chunk of a client that states none determines. @returns the size that applies
 */
export async function settleChunkSize(db: Db, id: string, chunkSize: number): Promise<number> {
  await db
    .update(uploads)
    .set({ chunkSize })
    .where(and(eq(uploads.id, id), isNull(uploads.chunkSize)));
  return (await findUpload(db, id))?.chunkSize ?? chunkSize;
}

export async function findChunk(db: Db, uploadId: string, index: number): Promise<StoredChunk | undefined> {
  const found = and(eq(uploadChunks.uploadId, uploadId), eq(uploadChunks.index, index));
  return (await db.select().from(uploadChunks).where(found))[0];
}

/**
 * Adds a safely stored chunk while its upload is being received; a transaction that ends the upload, on any server, is
 * waited for.
 * @returns false if the upload is not being received, or the index was already acknowledged
 */
export async function addChunk(
  db: Db,
  upload: Upload,
  { index, size, sha256 }: StoredChunk,
  now: Date,
): Promise<boolean> {
  const added = (await db.execute(sql`
    insert into upload_chunks (upload_id, index, size, sha256)
    select id, ${index}::int, ${size}::int, ${sha256} from uploads
    where id = ${upload.id} and state = 'receiving' and chunks_at is not distinct from ${upload.chunksAt}::text for share
    on conflict do nothing returning index`)) as unknown as { rows: unknown[] };
  if (now.getTime() - upload.updatedAt.getTime() > touchEveryMs) {
    await db.update(uploads).set({ updatedAt: now }).where(eq(uploads.id, upload.id));
  }
  return added.rows.length > 0;
}

/** Returns the number of distinct acknowledged chunks. */
export async function countChunks(db: Db, uploadId: string): Promise<number> {
  const rows = await db.select({ count: count() }).from(uploadChunks).where(eq(uploadChunks.uploadId, uploadId));
  return rows[0]?.count ?? 0;
}

/**
 * Returns the bytes that are kept free for uploads in progress, but for one: what is still to come of each person's, at
 * most `share` or as much again as was written. So nobody takes the whole disk by an announcement. Suspended uploads,
 * and those without a new chunk for ten minutes, may never go on.
 */
export async function countExpectedBytes(db: Db, share: number, exceptId = ''): Promise<number> {
  const { rows } = (await db.execute(sql`
    select coalesce(sum(least(claims.expected, greatest(${share}::float8, claims.written))), 0)::float8 as bytes from (
      select sum(greatest(0, u.total_size - received.bytes)) as expected, sum(received.bytes) as written from uploads u
      cross join lateral (select coalesce(sum(c.size), 0) as bytes from upload_chunks c where c.upload_id = u.id) received
      where u.state = 'receiving' and u.id <> ${exceptId} and u.set_aside_at is null
        and u.updated_at > now() - interval '10 minutes'
      group by u.owner_id) claims`)) as unknown as { rows: { bytes: number }[] };
  return rows[0]?.bytes ?? 0;
}

/** Returns all acknowledged chunks in order. */
export function listChunks(db: Db, uploadId: string): Promise<StoredChunk[]> {
  const { index, size, sha256 } = uploadChunks;
  return db
    .select({ index, size, sha256 })
    .from(uploadChunks)
    .where(eq(uploadChunks.uploadId, uploadId))
    .orderBy(asc(index));
}

/** Returns the acknowledged indexes as inclusive ranges in order. */
export async function listRanges(db: Db, uploadId: string): Promise<UploadStatus['received']> {
  const { index } = uploadChunks;
  const numbered = db
    .select({ index, island: sql<number>`${index} - row_number() over (order by ${index})`.as('island') })
    .from(uploadChunks)
    .where(eq(uploadChunks.uploadId, uploadId))
    .as('numbered');
  const first = sql<number>`min(${numbered.index})`.mapWith(Number).as('first');
  const last = sql<number>`max(${numbered.index})`.mapWith(Number);
  const rows = await db.select({ first, last }).from(numbered).groupBy(numbered.island).orderBy(first);
  return rows.map((row) => [row.first, row.last]);
}

/** Forgets chunks, so that they must be sent again. */
export async function dropChunks(db: Db, uploadId: string, lost: Lost): Promise<void> {
  const which = lost === 'all' ? undefined : inArray(uploadChunks.index, lost);
  await db.delete(uploadChunks).where(and(eq(uploadChunks.uploadId, uploadId), which));
}

/** As `dropChunks`, only while the upload is being received. @returns whether it is */
export async function dropLost(db: Db, uploadId: string, lost: Lost): Promise<boolean> {
  return db.transaction(async (tx) => {
    const receiving = and(eq(uploads.id, uploadId), eq(uploads.state, 'receiving'));
    const found = await tx.select({ id: uploads.id }).from(uploads).where(receiving).for('update');
    if (found.length > 0) await dropChunks(tx, uploadId, lost);
    return found.length > 0;
  });
}

/**
 * Changes the state of an upload that is in one of `from`; with a `fence`, only if nobody has taken it since.
 * @returns whether it changed
 */
export async function moveUpload(
  db: Db,
  id: string,
  from: UploadState[],
  to: Partial<Upload>,
  fence?: number,
): Promise<boolean> {
  const isOurs = fence === undefined ? undefined : eq(uploads.fence, fence);
  const moved = await db
    .update(uploads)
    .set(to)
    .where(and(eq(uploads.id, id), inArray(uploads.state, from), isOurs))
    .returning({ id: uploads.id });
  return moved.length > 0;
}

/**
 * Queues the removal of an abandoned file, since the server that should remove it may be gone. The key without a number
 * is shared by all attempts, so it is not removed: a later file may be stored there, and what an older build of the
 * server stored there may be the recording.
 */
export async function discardWhole(
  db: Db,
  { id, storageKey }: Pick<Upload, 'id' | 'storageKey'>,
  now: Date,
): Promise<void> {
  if (storageKey === null || storageKey === `videos/${id}/original`) return;
  await discardFiles(db, [storageKey], new Date(now.getTime() + lateMs));
}

/**
 * Requests chunks of an upload again, because they differ from what was acknowledged or no longer exist.
 * @returns false if the upload is no longer being verified; no chunk is forgotten then
 */
export async function askForChunks(db: Db, id: string, lost: Lost, now: Date, fence?: number): Promise<boolean> {
  const receiving = { state: 'receiving', sha256: null, storageKey: null, leaseUntil: null, updatedAt: now } as const;
  return db.transaction(async (tx) => {
    const before = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update');
    if (!(await moveUpload(tx, id, ['verifying'], receiving, fence))) return false;
    await dropChunks(tx, id, lost);
    await discardWhole(tx, { id, storageKey: before[0]?.storageKey ?? null }, now);
    return true;
  });
}

/**
 * Returns uploads whose last chunk has arrived but whose verification has not ended. Those not begun by anybody are
 * included only after `quietMs` without a chunk, since the server that received it may be about to begin.
 */
export async function listUnfinished(db: Db, quietMs: number): Promise<string[]> {
  const received = db.select({ count: count() }).from(uploadChunks).where(eq(uploadChunks.uploadId, uploads.id));
  const fresh = sql`${uploadChunks.receivedAt} > now() - make_interval(secs => ${quietMs / 1000})`;
  const news = db
    .select()
    .from(uploadChunks)
    .where(and(eq(uploadChunks.uploadId, uploads.id), fresh));
  const hasAll = eq(uploads.totalChunks, sql`(${received})`);
  const complete = and(eq(uploads.state, 'receiving'), hasAll, notExists(news));
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(or(eq(uploads.state, 'verifying'), complete));
  return rows.map(({ id }) => id);
}

/** Returns the present recording of the protocol, whose row is locked until the transaction ends. */
export async function lockVideo(db: Db, protocolId: string) {
  const { id, ownerId, stage, video, processing } = protocols;
  const columns = { id, ownerId, stage, video, processing };
  return (await db.select(columns).from(protocols).where(eq(id, protocolId)).for('update'))[0];
}

/** Deletes the recording replaced by a new upload, with its files. */
export async function forgetReplaced(db: Db, upload: Upload, video: StoredVideo | null, now: Date): Promise<void> {
  if (video && video.upload_id !== upload.id) {
    await discardFiles(db, filesOfVideo(video), now);
  }
  const parts = db.select({ id: recordingParts.id }).from(recordingParts).where(eq(recordingParts.id, uploads.id));
  const older = and(
    eq(uploads.protocolId, upload.protocolId ?? ''),
    eq(uploads.state, 'assembled'),
    ne(uploads.id, upload.id),
    notExists(parts),
  );
  await db.delete(uploads).where(older);
}

/** Deletes abandoned uploads. @returns the deleted ones, so that their files can be removed */
export async function forgetAbandoned(db: Db, before: Date, now: Date): Promise<Pick<Upload, 'id' | 'chunksAt'>[]> {
  const ended: UploadState[] = ['receiving', 'cancelled', 'rejected'];
  const old = and(inArray(uploads.state, ended), lt(uploads.updatedAt, before));
  const orphan = and(isNull(uploads.protocolId), ne(uploads.state, 'verifying'));
  const forgotten = await db
    .delete(uploads)
    .where(or(old, orphan))
    .returning({ id: uploads.id, chunksAt: uploads.chunksAt, storageKey: uploads.storageKey });
  await discardFiles(
    db,
    forgotten.map(({ storageKey }) => storageKey ?? undefined),
    now,
  );
  return forgotten;
}

/** Returns those of the ids whose uploads are being received or verified. */
export async function filterOpen(db: Db, ids: string[]): Promise<Set<string>> {
  const open = and(inArray(uploads.id, ids), inArray(uploads.state, openStates));
  const rows = ids.length > 0 ? await db.select({ id: uploads.id }).from(uploads).where(open) : [];
  return new Set(rows.map(({ id }) => id));
}
