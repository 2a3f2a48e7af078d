import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxRecordings } from '#contract/recordings/recording.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { uploads } from '#server/schema/video.ts';
import { until } from '#tests/support/processes.ts';
import { RawChunk } from './support/raw-chunk.ts';
import { databaseKinds } from './support/test-database.ts';
import { sendForeign, sha256, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const chunkSize = 64 * 1024;
const file = randomBytes(chunkSize * 6 + 1234);

describe.each(databaseKinds)('an upload on %s', (kind) => {
  let app: VideoApp;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  const begin = async (bytes = file) => new Upload(app.server, await app.addProtocol(), bytes, chunkSize);
  const assembled = (upload: Upload) =>
    until(async () => {
      const { data } = await upload.status();
      return data.state === 'assembled' ? data : undefined;
    }, 'assembled');
  const age = (upload: Upload, minutes: number) => {
    const updatedAt = new Date(Date.now() - minutes * 60_000);
    return app.app.db.update(uploads).set({ updatedAt }).where(eq(uploads.id, upload.id));
  };
  const stored = async (upload: Upload) => {
    const parts: Buffer[] = [];
    for await (const part of await app.app.services.storage.read(`videos/${upload.id}/original`)) parts.push(part);
    return Buffer.concat(parts);
  };

  /** A client that sends no id of its uploads to one protocol. */
  const foreign = async () => {
    const protocolId = await app.addProtocol();
    const send = (bytes: Buffer, index: number, total: number) =>
      sendForeign(app.server, protocolId, [
        ['video', bytes.subarray(index * chunkSize, (index + 1) * chunkSize)],
        ['total_chunks', String(total)],
        ['chunk_index', String(index)],
      ]);
    const silentFor = async (minutes: number) => {
      const updatedAt = new Date(Date.now() - minutes * 60_000);
      await app.app.db.update(uploads).set({ updatedAt }).where(eq(uploads.protocolId, protocolId));
    };
    return { protocolId, send, silentFor };
  };

  /** Lists the stored parts of uploads under way. */
  const parts = () => readdir(join(app.dataDir, 'uploads')).catch(() => []);
  /** Expects no new parts since `before`. */
  const expectNothingNew = async (before: string[]) =>
    expect((await parts()).filter((name) => !before.includes(name))).toEqual([]);

  test('in random order with repetitions ends as the same file, byte for byte', async () => {
    const before = await parts();
    const protocolId = await app.addProtocol();
    const upload = new Upload(app.server, protocolId, file, chunkSize);
    const answers = [];
    for (const index of [3, 0, 3, 6, 1, 0, 5, 2]) answers.push((await upload.send(index)).data);
    expect(answers.map(({ received, complete }) => [received, complete])).toEqual(
      [1, 2, 2, 3, 4, 4, 5, 6].map((received) => [received, false]),
    );
    expect(answers[0]).toEqual({ upload_id: upload.id, chunk_index: 3, received: 1, total_chunks: 7, complete: false });
    expect((await upload.status()).data).toMatchObject({
      state: 'receiving',
      received: [
        [0, 3],
        [5, 6],
      ],
      chunk_size: chunkSize,
    });
    const last = await upload.send(4);
    expect(last.data).toMatchObject({ received: 7, complete: true });
    const status = await assembled(upload);
    expect(status.sha256).toBe(sha256(file));
    const digests = Buffer.concat(
      [0, 1, 2, 3, 4, 5, 6].map((index) => Buffer.from(sha256(upload.bytes(index)), 'hex')),
    );
    expect(status.chunks_sha256).toBe(sha256(digests));
    expect((await stored(upload)).equals(file)).toBe(true);
    const protocol = await app.protocol(protocolId);
    expect(protocol).toMatchObject({ stage: 'video_uploaded', video: { name: 'Совещание.mp4', size: file.length } });
    await expectNothingNew(before);
  });

  test('a chunk whose answer was lost may be sent again, also when the file is assembled', async () => {
    const upload = await begin();
    await upload.sendAll();
    await assembled(upload);
    expect((await upload.send(6)).data).toMatchObject({ received: 7, complete: true });
    expect(await upload.send(6, { chunk_sha256: undefined }, Buffer.from('other'))).toMatchObject({
      status: 409,
      code: 'upload_assembled',
    });
  });

  test('chunks may be sent in parallel, and the same chunk twice in parallel', async () => {
    const upload = await begin();
    const answers = await Promise.all([0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 6].map((index) => upload.send(index)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test.each<[string, number, string, Record<string, string | undefined>, Uint8Array?]>([
    ['a wrong hash', 422, 'chunk_hash_mismatch', { chunk_sha256: 'f'.repeat(64) }],
    ['an index past the end', 422, 'chunk_index_invalid', { chunk_index: '7' }],
    ['a negative index', 422, 'chunk_index_invalid', { chunk_index: '-1' }],
    ['an index that is no number', 422, 'chunk_index_invalid', { chunk_index: 'один' }],
    ['another total', 409, 'chunk_total_mismatch', { total_chunks: '8', total_size: undefined }],
    ['a total that does not fit the size', 409, 'chunk_total_mismatch', { total_chunks: '8' }],
    ['no total', 422, 'validation_failed', { total_chunks: undefined }],
    ['another chunk size', 422, 'chunk_size_mismatch', { chunk_size: String(chunkSize + 1), total_size: undefined }],
    ['another file size', 422, 'chunk_size_mismatch', { total_size: String(file.length + 1) }],
    ['too few bytes', 422, 'chunk_size_mismatch', {}, file.subarray(0, 100)],
    ['too many bytes', 422, 'chunk_size_mismatch', {}, file.subarray(0, chunkSize + 1)],
    ['no bytes', 422, 'chunk_size_mismatch', {}, new Uint8Array()],
  ])('refuses %s and loses nothing', async (_what, status, code, wrong, bytes) => {
    const upload = await begin();
    await upload.sendAll([0, 1, 3]);
    const refused = await upload.send(2, wrong, bytes);
    expect(refused).toMatchObject({ status, code });
    expect(refused.message).toMatch(/^[А-Я].*[а-я]/);
    expect((await upload.status()).data.received).toEqual([
      [0, 1],
      [3, 3],
    ]);
    await upload.sendAll([2, 4, 5, 6]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('wrong fields are refused also when they come after the file', async () => {
    const upload = await begin();
    await upload.send(0, { chunk_size: undefined });
    expect(await upload.send(1, { chunk_size: undefined, chunk_sha256: 'f'.repeat(64) })).toMatchObject({
      code: 'chunk_hash_mismatch',
    });
    expect(await upload.send(1, { chunk_size: undefined }, file.subarray(0, 50))).toMatchObject({ status: 422 });
    await upload.sendAll([1, 2, 3, 4, 5, 6]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('another content for an acknowledged index is a conflict and changes nothing', async () => {
    const upload = await begin();
    await upload.sendAll([0]);
    const other = randomBytes(chunkSize);
    expect(await upload.send(0, { chunk_sha256: sha256(other) }, other)).toMatchObject({
      status: 409,
      code: 'chunk_conflict',
    });
    await upload.sendAll([1, 2, 3, 4, 5, 6]);
    expect((await assembled(upload)).sha256).toBe(sha256(file));
  });

  test('an empty file is refused', async () => {
    const upload = await begin(Buffer.alloc(0));
    const empty = { total_chunks: '1', total_size: '0' };
    expect(await upload.send(0, empty)).toMatchObject({ status: 422, code: 'empty_file', message: 'Файл пуст' });
    const foreign = await sendForeign(app.server, await app.addProtocol(), [
      ['video', new Uint8Array()],
      ['total_chunks', '1'],
      ['chunk_index', '0'],
    ]);
    expect(foreign).toMatchObject({ status: 422, code: 'empty_file' });
  });

  test('two uploads to one protocol never interleave', async () => {
    const protocolId = await app.addProtocol();
    const first = new Upload(app.server, protocolId, file, chunkSize);
    const second = new Upload(app.server, protocolId, file, chunkSize);
    const starts = await Promise.all([first.send(0), second.send(0)]);
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser] = starts[0].status === 200 ? [first, second] : [second, first];
    expect(await loser.send(1)).toMatchObject({ status: 409, code: 'upload_other_active' });
    await winner.sendAll([1, 2, 3, 4, 5, 6]);
    await assembled(winner);
    await loser.sendAll(undefined, { instead_of: winner.id });
    await assembled(loser);
    await until(async () => ((await winner.status()).code === 'upload_unknown' ? true : undefined), 'replaced');
    expect((await app.protocol(protocolId)).video).toMatchObject({ upload_id: loser.id });
  });

  test('an upload silent for an hour yields to another one, and continues after that where it stopped', async () => {
    const protocolId = await app.addProtocol();
    const lost = new Upload(app.server, protocolId, file, chunkSize);
    await lost.send(0);
    const next = new Upload(app.server, protocolId, file, chunkSize);
    await age(lost, 59);
    expect(await next.send(0)).toMatchObject({ status: 409, code: 'upload_other_active' });
    await age(lost, 61);
    await next.send(0);
    expect((await lost.status()).data).toMatchObject({ state: 'receiving', received: [[0, 0]] });
    expect(await lost.send(1)).toMatchObject({ status: 409, code: 'upload_other_active' });
    await next.sendAll([1, 2, 3, 4, 5, 6]);
    await assembled(next);
    expect((await app.protocol(protocolId)).video).toMatchObject({ upload_id: next.id });
    await lost.sendAll([1, 2, 3, 4, 5, 6]);
    await assembled(lost);
    expect((await stored(lost)).equals(file)).toBe(true);
  });

  test('an interrupted upload without an id yields within minutes to another file that begins, or to our client', async () => {
    const { protocolId, send, silentFor } = await foreign();
    await send(file, 0, 7);
    // While one upload is under way no other may begin; the same chunk again is not another file.
    const [longer, sameLength] = [randomBytes(chunkSize * 8), randomBytes(file.length)];
    expect(await send(longer, 0, 8)).toMatchObject({ status: 409, code: 'upload_other_active' });
    await silentFor(3);
    expect((await send(file, 0, 7)).data).toMatchObject({ received: 1 });
    expect((await send(longer, 1, 8)).status).toBe(409);
    expect((await send(longer, 0, 8)).data).toMatchObject({ received: 1, total_chunks: 8 });
    await silentFor(3);
    await send(sameLength, 0, 7);
    expect((await send(sameLength, 1, 7)).data).toMatchObject({ received: 2 });

    const ours = new Upload(app.server, protocolId, file, chunkSize);
    await silentFor(9);
    expect(await ours.send(0)).toMatchObject({ status: 409, code: 'upload_other_active' });
    await silentFor(11);
    await ours.sendAll();
    expect((await assembled(ours)).sha256).toBe(sha256(file));
  });

  test('an upload without an id stays active as long as a chunk of it arrives, however slowly', async () => {
    const { protocolId, send, silentFor } = await foreign();
    await send(file, 0, 7);
    const before = await parts();
    const first = new Upload(app.server, protocolId, file, chunkSize);
    const bare = {
      bytes: (index: number) => first.bytes(index),
      fields: () => ({ total_chunks: '7', chunk_index: '1' }),
    };
    const slow = new RawChunk(app.server.url, app.server.token, protocolId, bare, 1);
    await slow.send(0, chunkSize / 2);
    await until(async () => (await parts()).length > before.length || undefined, 'half of the chunk has come');
    await silentFor(11);
    const other = { status: 409, code: 'upload_other_active' };
    expect(await send(randomBytes(chunkSize * 8), 0, 8)).toMatchObject(other);
    expect(await new Upload(app.server, protocolId, file, chunkSize).send(0)).toMatchObject(other);
    await slow.send(chunkSize / 2, chunkSize);
    expect(await slow.finish()).toMatchObject({ status: 200 });
    expect((await send(file, 2, 7)).data).toMatchObject({ received: 3 });
  });

  test('an upload without an id yields to no refused one', async () => {
    const { protocolId, send, silentFor } = await foreign();
    await send(file, 0, 7);
    await silentFor(3);
    await app.app.db.update(protocols).set({ stage: 'finish' }).where(eq(protocols.id, protocolId));
    expect(await send(randomBytes(chunkSize * 8), 0, 8)).toMatchObject({ status: 409, code: 'illegal_stage' });
    await app.app.db.update(protocols).set({ stage: 'no_video' }).where(eq(protocols.id, protocolId));
    expect((await send(file, 1, 7)).data).toMatchObject({ received: 2 });
  });

  test('a recording over the limit is refused before its first chunk, not after its last', async () => {
    const protocolId = await app.addProtocol();
    const first = new Upload(app.server, protocolId, file, chunkSize);
    await first.sendAll();
    await assembled(first);
    const video = { upload_id: 'x', name: 'x.mp4', size: 1, type: '', original_key: '' };
    const parts = Array.from({ length: maxRecordings - 1 }, (_, at) => ({
      id: randomUUID(),
      protocolId,
      position: at + 1,
      video,
    }));
    await app.app.db.insert(recordingParts).values(parts);
    const next = new Upload(app.server, protocolId, file, chunkSize);
    const refused = await next.send(0);
    expect(refused).toMatchObject({ status: 409, code: 'conflict' });
    expect(refused.message).toContain('слишком много записей');
    expect((await next.send(0, { instead_of: first.id })).status).toBe(200);
  });

  test('the old video stays until the new one is assembled', async () => {
    const protocolId = await app.addProtocol();
    const old = new Upload(app.server, protocolId, file, chunkSize);
    await old.sendAll();
    await assembled(old);
    const next = new Upload(app.server, protocolId, file.subarray(7), chunkSize);
    await next.sendAll([0, 1, 2]);
    expect((await app.protocol(protocolId)).video).toMatchObject({ upload_id: old.id });
    await next.cancel();
    expect((await stored(old)).equals(file)).toBe(true);
  });

  test('a recording that replaces one shared with participants is not shared with them', async () => {
    const protocolId = await app.addProtocol();
    const old = new Upload(app.server, protocolId, file, chunkSize);
    await old.sendAll();
    await assembled(old);
    await app.app.db.update(protocols).set({ recordingShared: true }).where(eq(protocols.id, protocolId));
    const next = new Upload(app.server, protocolId, file.subarray(7), chunkSize);
    await next.sendAll(undefined, { instead_of: old.id });
    await assembled(next);
    expect(await app.protocol(protocolId)).toMatchObject({ video: { upload_id: next.id }, recording_shared: false });
  });

  test('cancelling ends it at once and for good', async () => {
    const before = await parts();
    const upload = await begin();
    await upload.sendAll([0, 1]);
    expect((await upload.cancel()).status).toBe(204);
    expect(await upload.send(2)).toMatchObject({ status: 409, code: 'upload_cancelled', message: 'Загрузка отменена' });
    expect((await upload.status()).data).toMatchObject({ state: 'cancelled', received: [] });
    expect((await upload.cancel()).status).toBe(204);
    await expectNothingNew(before);
  });

  test('an unknown or foreign upload returns 404; a final protocol accepts no chunk', async () => {
    const protocolId = await app.addProtocol();
    const upload = new Upload(app.server, protocolId, file, chunkSize);
    expect(await upload.status()).toMatchObject({ status: 404, code: 'upload_unknown' });
    expect(await upload.cancel()).toMatchObject({ status: 404, code: 'upload_unknown' });
    await upload.sendAll([0]);
    const other = await app.app.addUser();
    const stranger = new Upload({ ...app.server, token: other.token }, protocolId, file, chunkSize, upload.id);
    for (const answer of [await stranger.send(1), await stranger.status(), await stranger.cancel()]) {
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
    }
    const theirs = new Upload(
      { ...app.server, token: other.token },
      await app.addProtocol(other),
      file,
      chunkSize,
      upload.id,
    );
    expect(await theirs.send(1)).toMatchObject({ status: 404, code: 'upload_unknown' });
    const manager = await app.app.addUser('manager');
    expect(await new Upload({ ...app.server, token: manager.token }, protocolId, file).send(0)).toMatchObject({
      status: 403,
    });
    expect(await new Upload({ ...app.server, token: '' }, protocolId, file).send(0)).toMatchObject({ status: 401 });
    await app.app.db.update(protocols).set({ stage: 'final' }).where(eq(protocols.id, protocolId));
    expect(await upload.send(1)).toMatchObject({ status: 409, code: 'final_read_only' });
  });

  describe('from a client that names only the chunk, its index and the total', () => {
    const chunk = (index: number) => file.subarray(index * chunkSize, (index + 1) * chunkSize);
    const send = (protocolId: string, index: number, total = 7, bytes = chunk(index)) =>
      sendForeign(app.server, protocolId, [
        ['video', bytes],
        ['total_chunks', String(total)],
        ['chunk_index', String(index)],
      ]);
    const finished = (protocolId: string) => app.reach(protocolId, 'video_uploaded');

    test.each([
      ['in order', [0, 1, 2, 3, 4, 5, 6]],
      ['the last one first', [6, 3, 0, 1, 2, 4, 5]],
    ])('works %s', async (_what, order) => {
      const protocolId = await app.addProtocol();
      for (const index of order) expect(await send(protocolId, index)).toMatchObject({ status: 200 });
      const { video } = await finished(protocolId);
      expect(video).toMatchObject({ sha256: sha256(file), name: 'запись.mp4', size: file.length });
    });

    test('works with one chunk, and a repeated last chunk starts no second upload', async () => {
      const protocolId = await app.addProtocol();
      const first = await send(protocolId, 0, 1, file);
      expect(first.data).toMatchObject({ complete: true });
      await finished(protocolId);
      expect((await send(protocolId, 0, 1, file)).data).toEqual(first.data);
    });

    test('replaces a video that just arrived with another one', async () => {
      const protocolId = await app.addProtocol();
      const first = await send(protocolId, 0, 1, file);
      await finished(protocolId);
      const another = file.subarray(1);
      const second = await send(protocolId, 0, 1, another);
      expect(second).toMatchObject({ status: 200, data: { complete: true } });
      expect(second.data?.upload_id).not.toBe(first.data?.upload_id);
      await expect.poll(async () => (await finished(protocolId)).video?.sha256).toBe(sha256(another));
    });

    test('conflicts with an open upload of another total', async () => {
      const protocolId = await app.addProtocol();
      await send(protocolId, 0);
      expect(await send(protocolId, 0, 9)).toMatchObject({ status: 409, code: 'upload_other_active' });
      expect(await send(protocolId, 1, 7, file.subarray(0, 50))).toMatchObject({
        status: 422,
        code: 'chunk_size_mismatch',
      });
      expect(await send(protocolId, 0, 7, file.subarray(1, chunkSize + 1))).toMatchObject({
        status: 409,
        code: 'chunk_conflict',
      });
    });

    test('gets an error when the file is missing', async () => {
      const protocolId = await app.addProtocol();
      const answer = await sendForeign(app.server, protocolId, [
        ['total_chunks', '1'],
        ['chunk_index', '0'],
      ]);
      expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
      const json = await app.app.call(app.user, 'POST', `/protocols/${protocolId}/upload-chunks`, { total_chunks: 1 });
      expect(json.statusCode).toBe(422);
    });
  });

  test('an id that is no UUID is refused', async () => {
    const upload = await begin();
    expect(await upload.send(0, { upload_id: `../${randomUUID()}` })).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
  });
});
