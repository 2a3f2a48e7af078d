import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { beginWhenReady } from '#server/modules/recordings/processing/start-processing.ts';
import { NotYet } from '#server/platform/jobs/jobs.ts';
import { HashPool } from '#server/platform/storage/hash-pool.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

describe.each(databaseKinds)('processing that was asked for before the upload is verified, on %s', (kind) => {
  let app: VideoApp;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  const chunkSize = 64 * 1024;
  // Not a video, which its processing soon finds out.
  const file = randomBytes(chunkSize + 1);

  /** Holds every upload on its way into the storage until it is let through. */
  function holdUploads() {
    const { storage } = app.app.services;
    const { adopt } = storage;
    const doors = new Map<string, PromiseWithResolvers<void>>();
    const door = (id: string) => {
      const known = doors.get(id) ?? Promise.withResolvers<void>();
      doors.set(id, known);
      return known;
    };
    vi.spyOn(storage, 'adopt').mockImplementation(async (path, key, type) => {
      const [, id = ''] = key.split('/');
      await door(id).promise;
      return adopt(path, key, type);
    });
    return { letThrough: (upload: Upload) => door(upload.id).resolve() };
  }

  const verifying = async () => {
    const protocolId = await app.addProtocol();
    const upload = new Upload(app.server, protocolId, file, chunkSize);
    await upload.sendAll();
    return { protocolId, upload };
  };

  longTest('waits only for its own upload', async () => {
    const hold = holdUploads();
    const [stuck, other] = [await verifying(), await verifying()];
    for (const { protocolId, upload } of [stuck, other]) {
      expect((await app.process(protocolId, upload.id)).json().data).toMatchObject({ stage: 'no_video' });
    }
    hold.letThrough(other.upload);
    await app.reach(other.protocolId, 'error_video_process');
    expect((await app.protocol(stuck.protocolId)).stage).toBe('no_video');
    // A repeated request means the same job.
    expect((await app.process(stuck.protocolId, stuck.upload.id)).json().data).toMatchObject({ stage: 'no_video' });
    hold.letThrough(stuck.upload);
    await app.reach(stuck.protocolId, 'error_video_process');
  });

  longTest('without a named upload concerns the latest one, not the recording that it replaces', async () => {
    const { protocolId } = await verifying();
    expect((await app.process(protocolId)).statusCode).toBe(200);
    const { video: first } = await app.reach(protocolId, 'error_video_process');
    const hold = holdUploads();
    const next = new Upload(app.server, protocolId, randomBytes(chunkSize + 1), chunkSize);
    await next.sendAll(undefined, { instead_of: String(first?.upload_id) });
    expect((await app.process(protocolId)).statusCode).toBe(200);
    hold.letThrough(next);
    const replaced = await until(async () => {
      const { stage, video } = await app.protocol(protocolId);
      return (video?.upload_id === next.id && stage === 'error_video_process') || undefined;
    }, 'the second one processed');
    expect(replaced).toBe(true);
  });

  test('is accepted also while three other uploads are verified first', async () => {
    const hold = holdUploads();
    const before = [await verifying(), await verifying(), await verifying()];
    const last = await verifying();
    expect((await last.upload.status()).data.state).toBe('receiving');
    const asked = await app.process(last.protocolId, last.upload.id);
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('no_video')]);
    for (const { upload } of [...before, last]) hold.letThrough(upload);
    await app.reach(last.protocolId, 'error_video_process');
  });

  test('holds up no other recording, even if it never is verified', async () => {
    const hold = holdUploads();
    const [stuck, other] = [await verifying(), await verifying()];
    expect((await app.process(stuck.protocolId, stuck.upload.id)).statusCode).toBe(200);
    expect((await stuck.upload.status()).data.state).toBe('verifying');
    // The job ends instead of waiting, since its queue has one worker.
    const run = { protocolId: stuck.protocolId, uploadId: stuck.upload.id, run: 0 };
    await expect(beginWhenReady(app.app.services, run)).rejects.toThrow(NotYet);
    hold.letThrough(other.upload);
    await app.reach(other.protocolId, 'video_uploaded');
    expect((await app.process(other.protocolId, other.upload.id)).statusCode).toBe(200);
    await app.reach(other.protocolId, 'error_video_process');
    expect((await app.protocol(stuck.protocolId)).stage).toBe('no_video');
    hold.letThrough(stuck.upload);
  });

  test('happens although chunks were requested again meanwhile', async () => {
    const { digest } = HashPool.prototype;
    const reading = Promise.withResolvers<void>();
    // The first digest of the whole file finds other bytes than those that were acknowledged.
    const spy = vi.spyOn(HashPool.prototype, 'digest').mockImplementation(async function (this: HashPool, task) {
      if (task.pieces === 1) return digest.call(this, task);
      await reading.promise;
      return { pieces: [], whole: '' };
    });
    const { protocolId, upload } = await verifying();
    expect((await app.process(protocolId, upload.id)).statusCode).toBe(200);
    reading.resolve();
    await until(async () => (await upload.status()).data.state === 'receiving' || undefined, 'asked again');
    spy.mockRestore();
    const run = { protocolId, uploadId: upload.id, run: 0 };
    await expect(beginWhenReady(app.app.services, run)).rejects.toThrow(NotYet);
    await upload.sendAll();
    await app.reach(protocolId, 'error_video_process');
  });
});
