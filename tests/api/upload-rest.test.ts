import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#tests/support/processes.ts';
import { startNode } from './support/node.ts';
import { RawChunk } from './support/raw-chunk.ts';
import { databaseKinds } from './support/test-database.ts';
import { sha256, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const chunkSize = 256 * 1024;
const half = chunkSize / 2;
/**
 * Without carriage returns: one at the end of the received bytes may begin the form's boundary, and is written only
 * later.
 */
const file = randomBytes(chunkSize * 2 + 99).map((byte) => (byte === 0x0d ? 0 : byte)) as Buffer;

describe.each(databaseKinds)('the rest of an interrupted chunk on %s', (kind) => {
  let app: VideoApp;
  let protocolId: string;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
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
  const held = (upload: Upload, index: number, bytes: number) =>
    until(async () => {
      const { partial } = (await upload.status()).data ?? {};
      return partial?.some((chunk) => chunk.index === index && chunk.bytes === bytes) ? true : undefined;
    }, `${bytes} bytes of chunk ${index}`);
  const rest = (upload: Upload, index: number, from: number, bytes = upload.bytes(index).subarray(from)) =>
    upload.send(index, { chunk_offset: String(from) }, bytes);
  /** Interrupts chunk 1 in its middle. */
  const broken = async () => {
    const upload = await begin();
    const chunk = raw(upload, 1);
    await chunk.send(0, half);
    await held(upload, 1, half);
    chunk.cut();
    return upload;
  };
  const isWhole = async (upload: Upload) => {
    const status = await until(async () => {
      const { data } = await upload.status();
      return data.state === 'assembled' ? data : undefined;
    }, 'assembled');
    expect(status.sha256).toBe(sha256(file));
    expect(status.partial).toBeUndefined();
  };

  test('received bytes are kept but not acknowledged, and the rest completes the chunk', async () => {
    const upload = await broken();
    expect((await upload.status()).data).toMatchObject({ received: [], partial: [{ index: 1, bytes: half }] });
    expect(await rest(upload, 1, half)).toMatchObject({ status: 200, data: { chunk_index: 1, received: 1 } });
    expect((await upload.status()).data).toMatchObject({ received: [[1, 1]], partial: [] });
    await upload.sendAll([0, 2]);
    await isWhole(upload);
  });

  test('may begin before the end of the kept bytes, and be interrupted again', async () => {
    const upload = await broken();
    const again = raw(upload, 1);
    await again.send(0, half + 1000);
    await held(upload, 1, half + 1000);
    again.cut();
    expect((await rest(upload, 1, half)).status).toBe(200);
    await upload.sendAll([0, 2]);
    await isWhole(upload);
  });

  test('is refused if it does not match, and the whole chunk has to be sent again', async () => {
    const upload = await broken();
    const refused = await rest(upload, 1, half, randomBytes(half));
    expect(refused).toMatchObject({ status: 422, code: 'chunk_hash_mismatch' });
    expect((await upload.status()).data).toMatchObject({ received: [], partial: [] });
    expect(await rest(upload, 1, half)).toMatchObject({ status: 409, code: 'chunk_rest_unknown' });
    await upload.sendAll();
    await isWhole(upload);
  });

  test('is refused beyond the kept bytes, with another hash, or when announced after the bytes', async () => {
    const upload = await broken();
    const unknown = { status: 409, code: 'chunk_rest_unknown' };
    expect(await rest(upload, 1, half + 1)).toMatchObject(unknown);
    expect(await rest(upload, 0, 1)).toMatchObject(unknown);
    const other = { chunk_offset: String(half), chunk_sha256: sha256(Buffer.from('other')) };
    expect(await upload.send(1, other, upload.bytes(1).subarray(half))).toMatchObject(unknown);
    const unnamed = { chunk_offset: String(half), chunk_sha256: undefined };
    expect(await upload.send(1, unnamed, upload.bytes(1).subarray(half))).toMatchObject(unknown);
    expect((await rest(upload, 1, half)).status).toBe(200);
  });

  test('is accepted for a chunk acknowledged meanwhile, and a conflict with another hash', async () => {
    const upload = await broken();
    await upload.sendAll([1]);
    expect(await rest(upload, 1, half)).toMatchObject({ status: 200, data: { received: 1 } });
    const other = { chunk_offset: String(half), chunk_sha256: sha256(Buffer.from('other')) };
    expect(await upload.send(1, other, upload.bytes(1).subarray(half))).toMatchObject({
      status: 409,
      code: 'chunk_conflict',
    });
  });

  test('a silent connection, even with other bytes, does not overwrite what comes by another one', async () => {
    const upload = await begin();
    const other = new Upload(app.server, protocolId, randomBytes(file.length), chunkSize, upload.id);
    const silent = raw(other, 1);
    await silent.send(0, half);
    const second = raw(upload, 1);
    await second.send(0, half + 1000);
    await held(upload, 1, half + 1000);
    second.cut();
    expect(await silent.finish()).toBeUndefined();
    expect((await rest(upload, 1, half)).status).toBe(200);
    await upload.sendAll([0, 2]);
    await isWhole(upload);
  });

  test('nothing is kept after a cancellation or a restart of the server', async () => {
    const [cancelled, stopped] = [await broken(), await broken()];
    expect((await cancelled.cancel()).status).toBe(204);
    expect((await cancelled.status()).data).toMatchObject({ state: 'cancelled', received: [] });
    expect((await cancelled.status()).data.partial).toBeUndefined();
    const { database, config } = app.app.services;
    const node = await startNode(config, database);
    stopped.moveTo({ ...app.server, url: node.url });
    expect((await stopped.status()).data.partial).toEqual([]);
    expect(await rest(stopped, 1, half)).toMatchObject({ status: 409, code: 'chunk_rest_unknown' });
    await stopped.sendAll();
    await isWhole(stopped);
    await node.close();
  });
});
