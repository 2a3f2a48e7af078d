import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { protocols } from '#server/schema/protocols.ts';
import { uploads } from '#server/schema/video.ts';
import { until } from '#tests/support/processes.ts';
import { startNode } from './support/node.ts';
import { RawChunk } from './support/raw-chunk.ts';
import { databaseKinds } from './support/test-database.ts';
import { sha256, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const chunkSize = 256 * 1024;
const file = randomBytes(chunkSize * 3 + 99);

describe.each(databaseKinds)('an upload on %s survives', (kind) => {
  let now: Date;
  let app: VideoApp;
  let protocolId: string;
  const start = () => {
    now = new Date('2026-11-21T09:00:00Z');
  };
  beforeAll(async () => {
    start();
    app = await VideoApp.start(kind, { services: { clock: () => now } });
  });
  beforeEach(start);
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  const begin = async () => {
    protocolId = await app.addProtocol();
    return new Upload(app.server, protocolId, file, chunkSize);
  };
  const raw = (upload: Upload, index: number) =>
    new RawChunk(app.server.url, app.server.token, protocolId, upload, index);
  const assembled = (upload: Upload) =>
    until(async () => {
      const { data } = await upload.status();
      return data.state === 'assembled' ? data : undefined;
    }, 'assembled');
  const part = (upload: Upload) => join(app.dataDir, 'uploads', `${upload.id}.part`);
  /** Waits until the server writes the upload's first bytes. */
  const begun = (upload: Upload) => until(() => (existsSync(part(upload)) ? true : undefined), 'the part file');

  test('a connection that is cut in the middle of a chunk: nothing of it counts', async () => {
    const upload = await begin();
    await upload.sendAll([0, 2]);
    const chunk = raw(upload, 1);
    await chunk.send(0, chunkSize / 2);
    chunk.cut();
    expect((await upload.status()).data.received).toEqual([
      [0, 0],
      [2, 2],
    ]);
    await upload.sendAll([1, 3]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('a connection that falls silent in the middle of a chunk: another one takes over within seconds', async () => {
    const upload = await begin();
    const silent = raw(upload, 0);
    await silent.send(0, chunkSize / 2);
    await begun(upload);
    const start = performance.now();
    await upload.sendAll([0]);
    // Two seconds on an idle machine; five minutes if nobody closed the silent connection.
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await silent.finish()).toBeUndefined();
    await upload.sendAll([1, 2, 3]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('being cancelled while a chunk arrives', async () => {
    const upload = await begin();
    const chunk = raw(upload, 1);
    await chunk.send(0, chunkSize / 2);
    await begun(upload);
    expect((await upload.cancel()).status).toBe(204);
    await chunk.send(chunkSize / 2, chunkSize);
    expect(await chunk.finish()).toEqual({ status: 409, code: 'upload_cancelled' });
    expect((await upload.status()).data).toMatchObject({ state: 'cancelled', received: [] });
  });

  test('bytes corrupted on the disk: only their chunk is requested again', async () => {
    const upload = await begin();
    await upload.sendAll([0, 1, 2]);
    const disk = await open(part(upload), 'r+');
    await disk.write(Buffer.from('rot'), 0, 3, chunkSize + 5);
    await disk.close();
    expect((await upload.send(3)).data.complete).toBe(true);
    const asked = await until(async () => {
      const { data } = await upload.status();
      return data.state === 'receiving' ? data : undefined;
    }, 'asked again');
    expect(asked.received).toEqual([
      [0, 0],
      [2, 3],
    ]);
    await upload.sendAll([1]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('the loss of its file: every earlier chunk is requested again', async () => {
    const upload = await begin();
    await upload.sendAll([0, 1, 2]);
    await rm(part(upload));
    expect((await upload.send(3)).data).toMatchObject({ received: 1, complete: false });
    expect((await upload.status()).data.received).toEqual([[3, 3]]);
    await upload.sendAll([0, 1, 2]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('a disk that is full when a chunk is written', async () => {
    const upload = await begin();
    await mkdir(join(app.dataDir, 'uploads'), { recursive: true });
    await symlink('/dev/full', part(upload));
    const refused = await upload.send(0);
    expect(refused).toMatchObject({ status: 507, code: 'storage_full' });
    expect(refused.message).toMatch(/закончилось место/);
    await rm(part(upload));
    await upload.sendAll();
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  // State left by a killed server: all chunks acknowledged, the upload's state already changed or not yet.
  test.each(['receiving', 'verifying'] as const)('a server stop after the last chunk, while %s', async (state) => {
    const upload = await begin();
    await upload.sendAll([0, 1, 2]);
    await app.app.db.update(uploads).set({ totalChunks: 3, totalSize: null, state }).where(eq(uploads.id, upload.id));
    const { database, config } = app.app.services;
    const node = await startNode(config, database, () => now);
    expect((await assembled(upload)).sha256).toBe(sha256(file.subarray(0, 3 * chunkSize)));
    await node.close();
    expect(node.errors).toEqual([]);
  });

  test('the protocol becoming final before it is assembled: it is refused with the reason', async () => {
    const upload = await begin();
    await upload.sendAll([0, 1, 2]);
    const { database, config } = app.app.services;
    await app.app.db.update(protocols).set({ stage: 'final' }).where(eq(protocols.id, protocolId));
    await app.app.db.update(uploads).set({ totalChunks: 3, totalSize: null }).where(eq(uploads.id, upload.id));
    const node = await startNode(config, database, () => now);
    const { data } = await until(async () => {
      const status = await upload.status();
      return status.data.state === 'rejected' ? status : undefined;
    }, 'rejected');
    expect(data.error).toMatch(/итоговый/);
    await node.close();
    expect(await app.app.services.storage.size(`videos/${upload.id}/original`)).toBeUndefined();
  });

  test('a week without a chunk: its chunks are removed, orphan files too, and it can start anew', async () => {
    const [left, alive] = [await begin(), await begin()];
    const signIn = async () => {
      const { token } = await app.app.services.auth.signIn(app.user.id, 'test');
      for (const upload of [left, alive]) upload.moveTo({ ...app.server, token });
    };
    await left.sendAll([0]);
    const orphan = join(app.dataDir, 'uploads', 'nobody.aside');
    await writeFile(orphan, 'orphan');
    await utimes(orphan, new Date('2026-11-20'), new Date('2026-11-20'));
    now = new Date('2026-11-28T08:59:00Z');
    await signIn();
    await alive.sendAll([0]);
    const { database, config } = app.app.services;
    const sweep = async () => (await startNode(config, database, () => now)).close();
    await sweep();
    expect((await alive.status()).data.received).toEqual([[0, 0]]);
    now = new Date('2026-11-28T09:01:00Z');
    await sweep();
    expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([`${alive.id}.part`]);
    expect((await alive.status()).data.state).toBe('receiving');
    await signIn();
    await left.sendAll();
    expect((await assembled(left)).sha256).toBe(sha256(file));
  });
});

// Only root may mount; for everybody else /dev/full above is the full disk.
describe.runIf(process.getuid?.() === 0)('on a file system of 6 MiB', () => {
  let folder: string;
  let app: VideoApp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]);
    app = await VideoApp.start('postgres', { config: { dataDir: folder } });
  });
  afterAll(async () => {
    await app.close().catch(() => undefined);
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });

  test('a form with a file is refused with 507 and leaves no file behind', async () => {
    const form = new FormData();
    const fields = { title: 'Планёрка', start_at: '2026-11-26T07:00:00Z', end_at: '2026-11-26T08:00:00Z' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('files[]', new File(['%PDF-1.7'], 'Смета.pdf'));
    const headers = { authorization: `Bearer ${app.server.token}` };
    const reply = await fetch(`${app.server.url}/api/meetings`, { method: 'POST', headers, body: form });
    expect([reply.status, (await reply.json()).code]).toEqual([507, 'storage_full']);
    expect(await readdir(join(folder, 'forms'))).toEqual([]);
  });

  test('an upload is refused when it cannot fit, waits when the disk fills up, and continues when there is room', async () => {
    const big = randomBytes(4 * 1024 * 1024);
    const upload = new Upload(app.server, await app.addProtocol(), big, 1024 * 1024);
    const tooBig = await upload.send(0, { total_size: String(10 * 1024 * 1024), total_chunks: '10' });
    expect(tooBig).toMatchObject({ status: 507, code: 'storage_full' });
    const ballast = join(folder, 'ballast');
    await writeFile(ballast, Buffer.alloc(3.5 * 1024 * 1024));
    const unsaid = { total_size: undefined };
    expect(await upload.send(0, unsaid)).toMatchObject({ status: 200 });
    expect(await upload.send(1, unsaid)).toMatchObject({ status: 200 });
    const full = await upload.send(2, unsaid);
    expect(full).toMatchObject({ status: 507, code: 'storage_full' });
    expect(full.message).toMatch(/^На сервере закончилось место/);
    expect((await upload.status()).data).toMatchObject({ state: 'receiving', received: [[0, 1]] });
    await rm(ballast);
    await upload.sendAll([2, 3]);
    const status = await until(async () => {
      const { data } = await upload.status();
      return data.state === 'assembled' ? data : undefined;
    }, 'assembled');
    expect(status.sha256).toBe(sha256(big));
  });
});
