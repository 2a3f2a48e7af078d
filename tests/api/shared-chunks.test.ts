import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Assembler } from '#server/modules/recordings/uploads/assembler.ts';
import { FolderChunks } from '#server/modules/recordings/uploads/folder-chunks.ts';
import { takeable, takeUpload } from '#server/modules/recordings/uploads/lease-repository.ts';
import { PartialChunks } from '#server/modules/recordings/uploads/partial-chunks.ts';
import { repeatUntilDone } from '#server/modules/recordings/uploads/repeat-until-done.ts';
import { askForChunks } from '#server/modules/recordings/uploads/repository.ts';
import { SharedChunks } from '#server/modules/recordings/uploads/shared-chunks.ts';
import { sweepUploads } from '#server/modules/recordings/uploads/sweep-uploads.ts';
import { UploadFolder } from '#server/modules/recordings/uploads/upload-folder.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { discardFiles, sweepDiscardedFiles } from '#server/platform/storage/discarded-files-repository.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { StorageAway } from '#server/platform/storage/storage-away.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { uploadChunks, uploads } from '#server/schema/video.ts';
import { until } from '#tests/support/processes.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { openTestDatabase } from './support/test-database.ts';
import { sha256 } from './support/upload.ts';

const hourMs = 3_600_000;
const ownerId = uuidv7();

let database: Database;
let dataDir: string;
let folder: UploadFolder;
let objects: Awaited<ReturnType<typeof startObjectStorage>>;
let storage: Storage;

beforeAll(async () => {
  database = await openTestDatabase('postgres');
  dataDir = await mkdtemp(join(tmpdir(), 'protokol-chunks-'));
  folder = await UploadFolder.open(dataDir);
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
  await database.close();
  await rm(dataDir, { recursive: true });
});

function chunksIn(used = storage, db = database.db): SharedChunks {
  if (!used.shared) throw new Error('It is not shared');
  return new SharedChunks({ db, folder, storage: used, shared: used.shared });
}

/** Adds an upload whose chunks are in the storage. */
async function addUpload(pieces: Buffer[], row: Partial<typeof uploads.$inferInsert> = {}) {
  const values = { id: randomUUID(), ownerId, totalChunks: pieces.length, chunksAt: randomUUID(), ...row };
  const [upload] = await database.db.insert(uploads).values(values).returning();
  if (!upload) throw new Error('It was not added');
  const chunks = pieces.map((piece, index) => ({ index, size: piece.length, sha256: sha256(piece) }));
  await database.db.insert(uploadChunks).values(chunks.map((chunk) => ({ uploadId: upload.id, ...chunk })));
  const keys = chunks.map((chunk) => `uploads/${upload.chunksAt}/${chunk.index}-${chunk.sha256}`);
  for (const [index, piece] of pieces.entries()) await storage.put(keys[index] ?? '', piece);
  return { upload, chunks, keys };
}

const age = (keys: string[], hours: number) => {
  for (const key of keys) objects.written.set(`/bucket/folder/${key}`, new Date(Date.now() - hours * hourMs));
};
const kept = () => [...objects.objects.keys()].map((key) => key.replace('/bucket/folder/', '')).sort();

test('a sweep removes old chunks of our own, and no other objects beside them', async () => {
  const [ended, fresh, alive] = await Promise.all([
    addUpload([Buffer.from('a'), Buffer.from('b')], { state: 'cancelled' }),
    addUpload([Buffer.from('a'), Buffer.from('b')], { state: 'cancelled' }),
    addUpload([Buffer.from('c')]),
  ]);
  const ofOthers = ['uploads/2024/photo.jpg', 'uploads/', `uploads/${randomUUID()}/photo.jpg`, 'uploads/Мои/фото'];
  for (const key of ofOthers) objects.objects.set(`/bucket/folder/${key}`, Buffer.from('x'));
  // Of one that has ended only the first chunk is old: the second may have come late.
  age([...ended.keys, ...fresh.keys.slice(0, 1), ...alive.keys, ...ofOthers], 24 * 30);
  await chunksIn().sweep(new Date());
  expect(kept()).toEqual([...fresh.keys, ...alive.keys, ...ofOthers].sort());
});

test('a sweep leaves the chunks of another installation as long as that one may still want them', async () => {
  const other = await openTestDatabase('postgres');
  const { keys } = await addUpload([Buffer.from('a'), Buffer.from('b')]);
  age(keys, 24 * 7);
  await chunksIn(storage, other.db).sweep(new Date());
  expect(kept()).toEqual([...keys].sort());
  age(keys, 24 * 8 + 1);
  await chunksIn(storage, other.db).sweep(new Date());
  expect(kept()).toEqual([]);
  await other.close();
});

test('a sweep continues after an object that cannot be removed', async () => {
  const ended = await Promise.all([1, 2, 3].map(() => addUpload([Buffer.from('a')], { state: 'rejected' })));
  age(
    ended.flatMap(({ keys }) => keys),
    48,
  );
  const begun = { key: '/bucket/folder/videos/never', begun: new Date(0), parts: new Map() };
  objects.unfinished.set('old', { ...begun, key: `/bucket/folder/videos/${randomUUID()}/1/original` });
  objects.unfinished.set('of others', begun);
  const [stuck] = kept();
  const failing: Storage = {
    ...storage,
    remove: async (key) => (key === stuck ? Promise.reject(new Error('It does not')) : storage.remove(key)),
  };
  await expect(chunksIn(failing).sweep(new Date())).rejects.toThrow('It does not');
  expect(kept()).toEqual([stuck]);
  expect([...objects.unfinished.keys()]).toEqual(['of others']);
});

test('a sweep ends what killed servers left half sent, under every form of a key of ours', async () => {
  const id = randomUUID();
  const own = [
    ...[`uploads/${id}/0-${sha256(Buffer.from('a'))}`, `videos/${id}/1-${id}/original`, `videos/${id}/original`],
    ...[`videos/${id}/playable.mp4`, `videos/${id}/sound.flac`],
    ...['attachments', 'meetings', 'reports'].map((name) => `${name}/${id}/${id}`),
  ];
  const ofOthers = [`videos/${id}/holiday/film.mp4`, 'attachments/letter', `meetings/${id}/list.xlsx`];
  for (const key of [...own, ...ofOthers])
    objects.unfinished.set(key, { key: `/bucket/folder/${key}`, begun: new Date(0), parts: new Map() });
  await chunksIn().sweep(new Date());
  expect([...objects.unfinished.keys()]).toEqual(ofOthers);
});

test('discarded files are removed although one before them cannot be', async () => {
  const { db } = database;
  const keys = ['videos/a/playable.mp4', 'videos/b/playable.mp4', 'videos/c/playable.mp4'];
  for (const key of keys) await storage.put(key, Buffer.from('a'));
  await discardFiles(db, keys, new Date(0));
  objects.meet(({ call, key }) => (call === 'DELETE object' && key.endsWith('/a/playable.mp4') ? 403 : undefined));
  await expect(sweepDiscardedFiles(db, storage, new Date(), dataDir)).rejects.toBeInstanceOf(StorageAway);
  expect(kept()).toEqual(keys.slice(0, 1));
  objects.meet();
  await sweepDiscardedFiles(db, storage, new Date(), dataDir);
  expect(kept()).toEqual([]);
});

test('an interrupted read of the joined file is resumed, and the file is joined once', async () => {
  const pieces = [300_000, 300_000, 7].map((size) => randomBytes(size));
  const { upload, chunks } = await addUpload(pieces);
  const reads: string[] = [];
  objects.meet(({ call, key }) => {
    if (call !== 'GET object' || !key.endsWith('original')) return undefined;
    reads.push(key);
    return reads.length <= 3 ? { bytes: 150_000 } : undefined;
  });
  const key = `videos/${upload.id}/1/original`;
  const digests = await chunksIn().digest(upload, chunks, key, new AbortController().signal);
  expect(digests).toEqual({ pieces: chunks.map((chunk) => chunk.sha256), whole: sha256(Buffer.concat(pieces)) });
  expect(reads.length).toBe(4);
  expect(objects.calls.filter((call) => call === 'PUT object')).toHaveLength(4);
});

test('an upload is taken for verification only when all its chunks are acknowledged', async () => {
  const { db } = database;
  const pieces = ['a', 'b', 'c'].map((piece) => Buffer.from(piece));
  const holder = { owner: 'one', leaseMs: 60_000 };
  const take = (id: string, which: keyof typeof takeable) => takeUpload(db, id, takeable[which], holder, new Date());
  const three = await addUpload(pieces, { totalChunks: 4 });
  for (const which of ['complete', 'lapsed', 'any'] as const) {
    expect(await take(three.upload.id, which)).toBeUndefined();
    const { upload } = await addUpload(pieces);
    expect(await take(upload.id, which)).toMatchObject({ state: 'verifying', fence: 1 });
  }
  const { upload } = await addUpload(pieces);
  const [locked, forgotten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const forgetting = db.transaction(async (tx) => {
    await tx.select().from(uploads).where(eq(uploads.id, upload.id)).for('update');
    locked.resolve();
    await forgotten.promise;
    await tx.delete(uploadChunks).where(and(eq(uploadChunks.uploadId, upload.id), eq(uploadChunks.index, 1)));
  });
  await locked.promise;
  const taken = take(upload.id, 'complete');
  const rowsOf = async (query: SQL) => ((await db.execute(query)) as unknown as { rows: unknown[] }).rows;
  const waiting = sql`select 1 from pg_locks l join pg_database d on d.datname = current_database()
    join pg_stat_activity a on a.pid = l.pid and a.datid = d.oid where not l.granted`;
  await until(async () => (await rowsOf(waiting)).length > 0 || undefined, 'the wait for the lock');
  forgotten.resolve();
  await forgetting;
  expect(await taken).toBeUndefined();
});

test('a joined file is discarded when chunks are requested again, unless its key may still be used', async () => {
  const { db } = database;
  const now = new Date();
  const give = async (key: (id: string) => string) => {
    const { upload } = await addUpload([Buffer.from('a')], { state: 'verifying', fence: 1 });
    const storageKey = key(upload.id);
    await db.update(uploads).set({ storageKey }).where(eq(uploads.id, upload.id));
    await storage.put(storageKey, Buffer.from('a'));
    return { id: upload.id, storageKey };
  };
  const fenced = await give((id) => `videos/${id}/1/original`);
  const bare = await give((id) => `videos/${id}/original`);
  expect(await askForChunks(db, fenced.id, [0], now, 2)).toBe(false);
  await sweepDiscardedFiles(db, storage, new Date(now.getTime() + 2 * hourMs), dataDir);
  expect(kept()).toContain(fenced.storageKey);
  for (const { id } of [fenced, bare]) expect(await askForChunks(db, id, [0], now)).toBe(true);
  await sweepDiscardedFiles(db, storage, new Date(now.getTime() + 2 * hourMs), dataDir);
  expect(kept()).not.toContain(fenced.storageKey);
  expect(kept()).toContain(bare.storageKey);
});

/** Adds an upload whose chunks an older build of the server has put into its folder. */
async function addInFolder(pieces: Buffer[], row: Partial<typeof uploads.$inferInsert> = {}) {
  const chunkSize = pieces[0]?.length ?? 0;
  const added = await addUpload(pieces, { chunkSize, totalChunks: pieces.length + 1, ...row });
  for (const key of added.keys) await storage.remove(key);
  await writeFile(folder.part(added.upload.id), Buffer.concat(pieces));
  return added;
}

test('chunks in the folder are moved into the storage though it fails at first', async () => {
  const [one, other] = [await addInFolder([Buffer.from('a'), Buffer.from('b')]), await addInFolder([Buffer.from('c')])];
  let failures = 1;
  objects.meet(({ call }) => (call === 'PUT object' && failures-- > 0 ? 403 : undefined));
  const errors: unknown[] = [];
  const { signal } = new AbortController();
  await repeatUntilDone(() => chunksIn().takeUpFolder(signal), {
    pauseMs: 1,
    signal,
    onError: (error) => errors.push(error),
  });
  expect(errors).toHaveLength(1);
  expect(kept()).toEqual([...one.keys, ...other.keys].sort());
  await Promise.all([one, other].map(({ upload }) => folder.removeAll(upload.id)));
});

test('an upload verified by an older build is taken over once that build is silent, and keeps the key of its file', async () => {
  const verified = { state: 'verifying', sha256: sha256(Buffer.from('a')) } as const;
  const holder = { owner: 'one', leaseMs: 60_000 };
  const { upload } = await addUpload([Buffer.from('a')], verified);
  const storageKey = `videos/${upload.id}/original`;
  const set = (updatedAt: Date) => ({ storageKey, updatedAt });
  const take = async (quietMs: number) => {
    await database.db
      .update(uploads)
      .set(set(new Date(Date.now() - quietMs)))
      .where(eq(uploads.id, upload.id));
    return takeUpload(database.db, upload.id, takeable.lapsed, holder, new Date());
  };
  expect(await take(60_000)).toBeUndefined();
  const taken = (await take(160_000)) ?? expect.fail('It was not taken');
  expect(await chunksIn().keyOf(taken)).toMatch(new RegExp(`^videos/${upload.id}/1-[^/]+/original$`));
  await storage.put(storageKey, Buffer.from('a'));
  expect(await chunksIn().keyOf(taken)).toBe(storageKey);
});

async function addProtocol(): Promise<string> {
  const id = uuidv7();
  await database.db.insert(protocols).values({ id, ownerId, numberScope: ownerId, numberYear: 2026 });
  return id;
}

test('a sweep keeps the partial chunk of an upload under way, and removes that of an ended one', async () => {
  const partials = new PartialChunks();
  const protocolId = await addProtocol();
  const alive = await addUpload([Buffer.from('a')], { totalChunks: 2, protocolId });
  const ended = await addUpload([Buffer.from('a')], { totalChunks: 2, state: 'cancelled' });
  const hoursAgo = new Date(Date.now() - 2 * hourMs);
  for (const { upload } of [alive, ended]) {
    await writeFile(folder.chunk(upload.id, 1), 'half');
    await utimes(folder.chunk(upload.id, 1), hoursAgo, hoursAgo);
    partials.note(upload.id, 1, { sha256: 'x', bytes: 4 });
  }
  await sweepUploads({ db: database.db, chunks: chunksIn(), partials, storage, dataDir, now: new Date() });
  expect(partials.uploads()).toEqual([alive.upload.id]);
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([`${alive.upload.id}.1.chunk`]);
  await folder.removeAll(alive.upload.id);
});

test('a stopping server waits for one chunk of a folder, not for all', async () => {
  const { upload, chunks, keys } = await addInFolder(['a', 'b', 'c'].map((piece) => Buffer.from(piece)));
  const stopping = (stopped: AbortController): Storage => ({
    ...storage,
    adopt: (...args) => storage.adopt(...args).finally(() => stopped.abort(new Error('The server stops'))),
  });
  const [first, second] = [new AbortController(), new AbortController()];
  await expect(chunksIn(stopping(first)).takeUpFolder(first.signal)).rejects.toThrow('The server stops');
  expect(kept()).toEqual(keys.slice(0, 1));
  const looking = chunksIn(stopping(second)).findMissing(upload, chunks, '', second.signal);
  await expect(looking).rejects.toThrow('The server stops');
  expect(kept()).toEqual(keys.slice(0, 2));
  await folder.removeAll(upload.id);
});

test('a server verifies three uploads at a time, and leaves the rest to other servers', async () => {
  const goOn = Promise.withResolvers<void>();
  const events = { publish: () => undefined } as unknown as EventHub;
  const serverWith = (running: Set<string>) => {
    const chunks = new (class extends SharedChunks {
      override async digest(...args: Parameters<SharedChunks['digest']>) {
        running.add(args[0].id);
        await goOn.promise;
        return super.digest(...args);
      }
    })({ db: database.db, folder, storage, shared: storage.shared ?? expect.fail('It is not shared') });
    const onError = (error: unknown) => expect.fail(String(error));
    const analysis = { forgetRecording: async () => undefined };
    return new Assembler({ analysis, database, chunks, storage, events, now: () => new Date(), onError });
  };
  const [first, second] = [new Set<string>(), new Set<string>()];
  const [one, other] = [serverWith(first), serverWith(second)];
  const add = async (name: string) => addUpload([Buffer.from(name)], { protocolId: await addProtocol() });
  const ids = (await Promise.all([...'abcdefg'].map(add))).map(({ upload }) => upload.id);
  await Promise.all(ids.map((id) => one.begin(id)));
  await Promise.all(ids.map((id) => other.begin(id)));
  await until(async () => (first.size === 3 && second.size === 3) || undefined, 'three each');
  expect(new Set([...first, ...second]).size).toBe(6);
  goOn.resolve();
  const assembled = and(inArray(uploads.id, ids), eq(uploads.state, 'assembled'));
  await until(async () => (await database.db.$count(uploads, assembled)) === ids.length || undefined, 'all of them');
  await Promise.all([one.close(), other.close()]);
});

test('on a disk of its own an upload begins only where those in progress leave room for it', async () => {
  const megabyte = 1024 * 1024;
  const space = async () => ({ free: 100 * megabyte, size: 1_000 * megabyte });
  const here = new FolderChunks({ db: database.db, folder: { space } } as ConstructorParameters<
    typeof FolderChunks
  >[0]);
  // What the other tests have left is no longer in progress.
  await database.db.update(uploads).set({ state: 'cancelled' });
  expect(await here.hasRoom(80 * megabyte)).toBe(true);
  const pieces = [Buffer.alloc(megabyte)];
  const { upload } = await addUpload(pieces, { totalChunks: 60, totalSize: 60 * megabyte });
  // One person may claim a quarter of what is free, or as much again as was really written.
  expect([await here.hasRoom(60 * megabyte), await here.hasRoom(59 * megabyte)]).toEqual([false, true]);
  await database.db.insert(uploadChunks).values({ uploadId: upload.id, index: 1, size: 28 * megabyte, sha256: '' });
  expect([await here.hasRoom(56 * megabyte), await here.hasRoom(55 * megabyte)]).toEqual([false, true]);
  // Its own other first chunk comes at the same time, and asks for no room again.
  expect(await here.hasRoom(60 * megabyte, upload.id)).toBe(true);
  const quiet = new Date(Date.now() - 11 * 60_000);
  await database.db.update(uploads).set({ updatedAt: quiet }).where(eq(uploads.id, upload.id));
  expect(await here.hasRoom(80 * megabyte)).toBe(true);
  await database.db.update(uploads).set({ updatedAt: new Date() }).where(eq(uploads.id, upload.id));
  expect(await here.hasRoom(80 * megabyte)).toBe(false);
  await database.db.update(uploads).set({ suspendedAt: new Date() }).where(eq(uploads.id, upload.id));
  expect(await here.hasRoom(80 * megabyte)).toBe(true);
});
