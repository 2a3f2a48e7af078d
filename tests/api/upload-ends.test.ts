import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Assembler } from '#server/modules/recordings/uploads/assembler.ts';
import { FolderChunks } from '#server/modules/recordings/uploads/folder-chunks.ts';
import { UploadFolder } from '#server/modules/recordings/uploads/upload-folder.ts';
import { HashPool } from '#server/platform/storage/hash-pool.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { StorageAway } from '#server/platform/storage/storage-away.ts';
import { protocols } from '#server/schema/protocols.ts';
import { uploads } from '#server/schema/video.ts';
import { until } from '#tests/support/processes.ts';
import { startNode } from './support/node.ts';
import { databaseKinds } from './support/test-database.ts';
import { sha256, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';
import { waitingSessions } from './support/waiting-sessions.ts';

const chunkSize = 64 * 1024;
const file = randomBytes(chunkSize * 2 + 99);
const longAgo = new Date('2026-11-01T09:00:00Z');

describe.each(databaseKinds)('the end of an upload on %s', (kind) => {
  let app: VideoApp;
  let protocolId: string;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  const begin = async () => {
    protocolId = await app.addProtocol();
    return new Upload(app.server, protocolId, file, chunkSize);
  };
  const key = (upload: Upload) => `videos/${upload.id}/original`;
  const part = (upload: Upload) => join(app.dataDir, 'uploads', `${upload.id}.part`);
  const set = (upload: Upload, values: Partial<typeof uploads.$inferInsert>) =>
    app.app.db.update(uploads).set(values).where(eq(uploads.id, upload.id));
  const reach = (upload: Upload, state: string) =>
    until(async () => {
      const { data } = await upload.status();
      return data.state === state ? data : undefined;
    }, state);
  /** Sends two of three chunks, which are then made to count as all, without telling any running server. */
  const complete = async () => {
    const upload = await begin();
    await upload.sendAll([0, 1]);
    await set(upload, { totalChunks: 2, totalSize: null, state: 'verifying' });
    return upload;
  };
  /** Holds the move into the storage back until it is released. */
  function holdStorage() {
    const { storage } = app.app.services;
    const { adopt } = storage;
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const spy = vi.spyOn(storage, 'adopt').mockImplementation(async (path, to, type) => {
      reached.resolve();
      await held.promise;
      return adopt(path, to, type);
    });
    return { reached: reached.promise, goOn: held.resolve, spy };
  }
  const assemblerOf = async (parts: { storage?: Storage; folder?: UploadFolder }, stallMs = 60_000) => {
    const { analysis, database, events, clock } = app.app.services;
    const errors: unknown[] = [];
    const wholeFiles = new HashPool(1);
    const storage = parts.storage ?? app.app.services.storage;
    const folder = parts.folder ?? (await UploadFolder.open(app.dataDir));
    const chunks = new FolderChunks({ db: app.app.db, folder, storage, wholeFiles });
    const pace = { retryMs: 10, beatMs: 20, leaseMs: 60_000, stallMs };
    const onError = (error: unknown) => errors.push(error);
    const assembler = new Assembler({ analysis, database, chunks, storage, events, now: clock, onError, pace });
    const close = async () => {
      await Promise.all([assembler.close(), wholeFiles.close()]);
    };
    return { assembler, errors, close };
  };

  test('a file lost between its verification and the storage is requested again', async () => {
    const upload = await begin();
    await upload.sendAll([0, 1]);
    await set(upload, { state: 'verifying', sha256: sha256(file), updatedAt: longAgo });
    await rm(part(upload));
    const { database, config } = app.app.services;
    const node = await startNode(config, database);
    expect((await reach(upload, 'receiving')).received).toEqual([]);
    await upload.sendAll();
    expect((await reach(upload, 'assembled')).sha256).toBe(sha256(file));
    await node.close();
    expect(node.errors).toEqual([]);
  });

  test('a chunk of an assembled upload whose file is gone is not confirmed, and the device keeps its video', async () => {
    const upload = await begin();
    await upload.sendAll();
    await reach(upload, 'assembled');
    expect(await upload.send(2)).toMatchObject({ status: 200, data: { complete: true } });
    const size = vi.spyOn(app.app.services.storage, 'size').mockRejectedValue(new StorageAway('no answer'));
    expect(await upload.send(2)).toMatchObject({ status: 503 });
    size.mockRestore();
    await app.app.services.storage.remove(key(upload));
    expect(await upload.send(2)).toMatchObject({ status: 409, code: 'upload_incomplete' });
    const error = 'Файла видео на сервере больше нет';
    expect((await upload.status()).data).toMatchObject({ state: 'rejected', error });
  });

  test('a verification whose server died is taken over by another running server', async () => {
    const node = await assemblerOf({});
    await node.assembler.recover();
    const upload = await complete();
    await set(upload, { updatedAt: longAgo });
    expect((await reach(upload, 'assembled')).sha256).toBe(sha256(file.subarray(0, 2 * chunkSize)));
    await node.close();
    expect(node.errors).toEqual([]);
  });

  test('a verification that another server performs is left to it', async () => {
    const hold = holdStorage();
    const upload = await begin();
    await upload.sendAll();
    await hold.reached;
    const seen = (await app.app.db.select().from(uploads).where(eq(uploads.id, upload.id)))[0];
    const elsewhere = await mkdtemp(join(tmpdir(), 'protokol-other-node-'));
    const node = await assemblerOf({ folder: await UploadFolder.open(elsewhere) });
    await node.assembler.recover();
    const lookedAgain = vi.spyOn(app.app.services.database.db, 'select');
    await until(() => (lookedAgain.mock.calls.length > 3 ? true : undefined), 'further looks');
    hold.goOn();
    expect((await reach(upload, 'assembled')).sha256).toBe(sha256(file));
    expect(seen?.state).toBe('verifying');
    await node.close();
    await rm(elsewhere, { recursive: true });
    expect(node.errors).toEqual([]);
  });

  test('a storage that does not answer is retried', async () => {
    const { storage } = app.app.services;
    let calls = 0;
    const adopt: Storage['adopt'] = (path, to, type) => {
      calls += 1;
      return calls === 1 ? new Promise(() => undefined) : storage.adopt(path, to, type);
    };
    const node = await assemblerOf({ storage: { ...storage, adopt } }, 100);
    const upload = await complete();
    await set(upload, { updatedAt: longAgo });
    await node.assembler.recover();
    expect((await reach(upload, 'assembled')).sha256).toBe(sha256(file.subarray(0, 2 * chunkSize)));
    await node.close();
    expect([...new Set(node.errors.map(String))]).toEqual(['Error: The storage did not answer']);
  });

  test('an upload being verified can be cancelled and another video sent; nothing of the first remains', async () => {
    const hold = holdStorage();
    const upload = await begin();
    await upload.sendAll();
    await hold.reached;
    expect((await upload.status()).data.state).toBe('verifying');
    expect((await upload.cancel()).status).toBe(204);
    const next = new Upload(app.server, protocolId, file.subarray(0, 500), chunkSize);
    hold.goOn();
    hold.spy.mockRestore();
    await next.sendAll();
    await reach(next, 'assembled');
    await until(async () => (await app.app.services.storage.size(key(upload))) === undefined || undefined, 'no file');
    expect((await upload.status()).data).toMatchObject({ state: 'cancelled', received: [] });
    expect(existsSync(part(upload))).toBe(false);
    expect((await app.protocol(protocolId)).video).toMatchObject({ size: 500 });
  });

  test('an assembled upload cannot be cancelled', async () => {
    const upload = await begin();
    await upload.sendAll();
    await reach(upload, 'assembled');
    expect(await upload.cancel()).toMatchObject({ status: 409, code: 'upload_assembled' });
  });

  test('a protocol that is deleted while its video moves into the storage leaves no file', async () => {
    const { storage } = app.app.services;
    const { adopt } = storage;
    const upload = await begin();
    const moved = Promise.withResolvers<void>();
    // Deleted once the file is there, and before anybody was told so.
    vi.spyOn(storage, 'adopt').mockImplementation(async (path, to, type) => {
      await adopt(path, to, type);
      expect((await app.app.call(app.user, 'DELETE', `/protocols/${protocolId}`)).statusCode).toBe(204);
      moved.resolve();
    });
    await upload.sendAll();
    await moved.promise;
    await until(async () => (await storage.size(key(upload))) === undefined || undefined, 'no file');
    expect(await app.app.db.select().from(protocols).where(eq(protocols.id, protocolId))).toEqual([]);
  });

  // The embedded database has a single connection.
  test.runIf(kind === 'postgres')('waits for a deletion of the protocol without holding what that needs', async () => {
    const upload = await begin();
    const { db } = app.app;
    const { reached, goOn } = holdStorage();
    await upload.sendAll();
    await reached;
    await db.transaction(async (tx) => {
      await tx.select().from(protocols).where(eq(protocols.id, protocolId)).for('update');
      goOn();
      await expect.poll(() => waitingSessions(db)).toBe(1);
      // A deletion changes the uploads of a protocol while it holds its row.
      await tx.select().from(uploads).where(eq(uploads.id, upload.id)).for('update', { noWait: true });
      await tx.delete(protocols).where(eq(protocols.id, protocolId));
    });
    await until(async () => {
      const [row] = await db.select().from(uploads).where(eq(uploads.id, upload.id));
      return row?.state === 'rejected' || undefined;
    }, 'rejected');
  });

  test('the file of a protocol deleted meanwhile is removed also when the server died in between', async () => {
    const { storage, database, config } = app.app.services;
    const { adopt } = storage;
    const died = Promise.withResolvers<void>();
    const moved = Promise.withResolvers<void>();
    vi.spyOn(storage, 'adopt').mockImplementation(async (path, to, type) => {
      await adopt(path, to, type);
      moved.resolve();
      await died.promise;
    });
    const upload = await begin();
    await upload.sendAll();
    await moved.promise;
    expect((await app.app.call(app.user, 'DELETE', `/protocols/${protocolId}`)).statusCode).toBe(204);
    await (await startNode(config, database)).close();
    expect(await storage.size(key(upload))).toBeUndefined();
    died.resolve();
  });

  test('a chunk that is sent again counts only if its bytes are there', async () => {
    const upload = await begin();
    await upload.sendAll([0, 1]);
    await rm(part(upload));
    expect((await upload.send(1)).data).toMatchObject({ received: 1, complete: false });
    expect((await upload.status()).data.received).toEqual([[1, 1]]);
    await upload.sendAll([0, 2]);
    expect((await reach(upload, 'assembled')).sha256).toBe(sha256(file));
  });

  test('the last chunk, sent again, is not reported as complete when the file is gone', async () => {
    const upload = await begin();
    await upload.sendAll([0, 1]);
    await rm(part(upload));
    await set(upload, { totalChunks: 2, totalSize: null, state: 'verifying' });
    const again = await upload.send(1, { total_chunks: '2', total_size: undefined });
    expect(again).toMatchObject({ status: 409, code: 'upload_incomplete' });
    expect((await upload.status()).data).toMatchObject({ state: 'receiving', received: [] });
  });

  test('leaves no .aside file', async () => {
    await until(async () => {
      const left = await readdir(join(app.dataDir, 'uploads'));
      return left.every((name) => !name.endsWith('.aside')) || undefined;
    }, 'nothing aside');
  });
});
