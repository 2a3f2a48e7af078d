import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Assembler } from '#server/modules/recordings/uploads/assembler.ts';
import type { ChunkStore } from '#server/modules/recordings/uploads/chunk-store.ts';
import { FolderChunks } from '#server/modules/recordings/uploads/folder-chunks.ts';
import { SharedChunks } from '#server/modules/recordings/uploads/shared-chunks.ts';
import { UploadFolder } from '#server/modules/recordings/uploads/upload-folder.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { discardFiles, sweepDiscardedFiles } from '#server/platform/storage/discarded-files-repository.ts';
import { HashPool } from '#server/platform/storage/hash-pool.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { uploadChunks, uploads } from '#server/schema/video.ts';
import { until } from '#tests/support/processes.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { openTestDatabase } from './support/test-database.ts';
import { sha256 } from './support/upload.ts';

/*
 * The database has failed over to a replica that lacks its last seconds, or was restored to an earlier moment; the
 * storage of files is as it was.
 */

const ownerId = uuidv7();
const dayMs = 24 * 3_600_000;
const pieces = [300_000, 300_000, 7].map((size) => randomBytes(size));

let database: Database;
let dataDir: string;
let folder: UploadFolder;
let objects: Awaited<ReturnType<typeof startObjectStorage>>;
let storage: Storage;
let hashes: HashPool;

beforeAll(async () => {
  database = await openTestDatabase('postgres');
  dataDir = await mkdtemp(join(tmpdir(), 'protokol-lost-seconds-'));
  folder = await UploadFolder.open(dataDir);
  hashes = new HashPool(1);
  await database.db
    .insert(users)
    .values({ id: ownerId, email: 'anna@example.ru', role: 'secretary', name: 'Анна', passwordHash: '' });
});
beforeEach(async () => {
  objects = await startObjectStorage();
  storage = await openStorage({ dataDir: '', url: objects.url });
  return () => objects.close();
});
afterAll(async () => {
  await hashes.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

const sharedChunks = () =>
  new SharedChunks({ db: database.db, folder, storage, shared: storage.shared ?? expect.fail('It is not shared') });

/** Runs a server until an upload is in this state. */
async function serve(id: string, chunks: ChunkStore, state: 'assembled' | 'receiving', files = storage): Promise<void> {
  const now = () => new Date();
  const onError = (error: unknown) => expect.fail(String(error));
  const events = { publish: () => undefined } as unknown as EventHub;
  const analysis = { forgetRecording: async () => undefined };
  const pace = { beatMs: 20, leaseMs: 60_000 };
  const server = new Assembler({ analysis, database, chunks, storage: files, events, now, onError, pace });
  await server.recover();
  await server.begin(id);
  const isThere = async () => (await rowOf(id)).state === state || undefined;
  await until(isThere, `an upload that is ${state}`);
  await server.close();
}

async function rowOf(id: string) {
  return (await database.db.select().from(uploads).where(eq(uploads.id, id)))[0] ?? expect.fail('There is no row');
}

async function addUpload(row: Partial<typeof uploads.$inferInsert> = {}) {
  const { db } = database;
  const [id, protocolId] = [randomUUID(), uuidv7()];
  await db.insert(protocols).values({ id: protocolId, ownerId, numberScope: ownerId, numberYear: 2026 });
  await db.insert(uploads).values({ id, ownerId, protocolId, totalChunks: pieces.length, ...row });
  const chunks = pieces.map((piece, index) => ({ uploadId: id, index, size: piece.length, sha256: sha256(piece) }));
  await db.insert(uploadChunks).values(chunks);
  return { id, protocolId, chunks };
}

/** Adds an upload that a server has finished: its chunks are gone, and the device has let go of the file. */
async function finishedUpload() {
  const place = randomUUID();
  const added = await addUpload({ chunksAt: place });
  for (const [index, piece] of pieces.entries()) await storage.put(`uploads/${place}/${index}-${sha256(piece)}`, piece);
  await serve(added.id, sharedChunks(), 'assembled');
  const { storageKey } = await rowOf(added.id);
  expect(kept()).toEqual([storageKey]);
  return { ...added, key: storageKey ?? '' };
}

async function rollBack(id: string, protocolId: string, to: Partial<typeof uploads.$inferInsert>): Promise<void> {
  const unknown = { sha256: null, chunksSha256: null, storageKey: null, assembledAt: null, leaseOwner: null };
  await database.db
    .update(uploads)
    .set({ ...unknown, leaseUntil: null, ...to })
    .where(eq(uploads.id, id));
  await database.db.update(protocols).set({ video: null, stage: 'no_video' }).where(eq(protocols.id, protocolId));
}

const isAsked = async (id: string) => (await database.db.$count(uploadChunks, eq(uploadChunks.uploadId, id))) === 0;
const kept = () => [...objects.objects.keys()].map((key) => key.replace('/bucket/folder/', '')).sort();

test.each(['receiving', 'verifying'] as const)(
  'a finished upload that the database knows only as %s is finished again from its file',
  async (state) => {
    const { id, protocolId, key } = await finishedUpload();
    const named = state === 'verifying' && { storageKey: key, leaseUntil: new Date(0) };
    await rollBack(id, protocolId, { state, fence: state === 'verifying' ? 1 : 0, ...named });
    await serve(id, sharedChunks(), 'assembled');
    await sweepDiscardedFiles(database.db, storage, new Date(Date.now() + dayMs), dataDir);
    expect(kept()).toEqual([key]);
    const [protocol] = await database.db.select().from(protocols).where(eq(protocols.id, protocolId));
    expect(protocol?.video).toMatchObject({ original_key: key, sha256: sha256(Buffer.concat(pieces)) });
  },
);

test('a file of other bytes is no recording, and is left alone while the chunks are requested', async () => {
  const { id, protocolId, key } = await finishedUpload();
  await storage.put(key, Buffer.concat(pieces).fill(0));
  await rollBack(id, protocolId, { state: 'receiving', fence: 0 });
  await serve(id, sharedChunks(), 'receiving');
  await until(async () => (await isAsked(id)) || undefined, 'the request for its chunks');
  expect(kept()).toEqual([key]);
});

test('a file that is about to be removed is not taken', async () => {
  const { id, protocolId, key } = await finishedUpload();
  await rollBack(id, protocolId, { state: 'receiving', fence: 0 });
  await discardFiles(database.db, [key], new Date());
  await serve(id, sharedChunks(), 'receiving');
  await until(async () => (await isAsked(id)) || undefined, 'the request for its chunks');
});

test('two attempts at one upload never share a key', async () => {
  const { id } = await addUpload();
  const upload = await rowOf(id);
  expect(await sharedChunks().keyOf(upload)).not.toBe(await sharedChunks().keyOf(upload));
});

test('on a disk of its own a finished upload that the database knows as received is finished again from its file', async () => {
  const files = await openStorage({ dataDir });
  const here = () => new FolderChunks({ db: database.db, folder, storage: files, wholeFiles: hashes });
  const { id, protocolId } = await addUpload({ chunkSize: 300_000 });
  await writeFile(folder.part(id), Buffer.concat(pieces));
  await serve(id, here(), 'assembled', files);
  await rollBack(id, protocolId, { state: 'receiving', fence: 0 });
  await serve(id, here(), 'assembled', files);
  expect(await files.size(`videos/${id}/original`)).toBe(600_007);
});
