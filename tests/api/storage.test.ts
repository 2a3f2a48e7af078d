import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { openS3Storage } from '#server/platform/storage/s3-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { sampled } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { makeRecording } from './support/recording.ts';
import { sha256, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;

describe.each(['a folder', 'an object storage'])('files in %s', (kind) => {
  let folder: string;
  let objects: ObjectStorage;
  let storage: Storage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-storage-'));
    objects = await startObjectStorage();
    storage = await openStorage({ dataDir: folder, url: kind === 'a folder' ? undefined : objects.url });
  });
  afterAll(async () => {
    await objects.close();
    await rm(folder, { recursive: true });
  });

  test('are written whole, read whole and in parts, and removed', async () => {
    await storage.put('documents/one.txt', Buffer.from('Протокол'), 'text/plain');
    expect(await storage.size('documents/one.txt')).toBe(16);
    expect(await text(await storage.read('documents/one.txt'))).toBe('Протокол');
    expect(await text(await storage.read('documents/one.txt', { start: 2, end: 3 }))).toBe('р');
    await storage.remove('documents/one.txt');
    await storage.remove('documents/one.txt');
    expect(await storage.size('documents/one.txt')).toBeUndefined();
    await expect(storage.read('documents/one.txt')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('are moved in from the disk once, also when that is repeated after a lost answer', async () => {
    const local = join(folder, 'local');
    const bytes = randomBytes(40 * 1024 * 1024);
    await writeFile(local, bytes);
    await storage.adopt(local, 'videos/u/original', 'video/mp4');
    expect(existsSync(local)).toBe(false);
    await storage.adopt(local, 'videos/u/original', 'video/mp4');
    await expect(storage.adopt(local, 'videos/u/never')).rejects.toMatchObject({ code: 'ENOENT' });
    const copied = await storage.withLocalFile('videos/u/original', folder, (path) => readFile(path));
    expect(sha256(copied)).toBe(sha256(bytes));
    // An object of more than 16 MiB is uploaded in parts.
    if (kind !== 'a folder') expect(objects.calls.filter((call) => call === 'PUT part')).toHaveLength(3);
    await storage.put('videos/u/poster.jpg', Buffer.from('x'));
    await storage.removeAll('videos/u');
    expect([await storage.size('videos/u/original'), await storage.size('videos/u/poster.jpg')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(['../secret', '/etc/passwd', 'имя', 'a//b', ''])('are refused under «%s»', async (key) => {
    await expect(async () => storage.put(key, Buffer.from('x'))).rejects.toThrow('Bad key');
    await expect(async () => storage.read(key)).rejects.toThrow('Bad key');
  });
});

describe('files joined by an object storage', () => {
  const mebibyte = 1024 * 1024;
  let objects: ObjectStorage;
  let storage: Storage;
  beforeAll(async () => {
    objects = await startObjectStorage();
  });
  // What it remembers of the object storage, and what was left there, belongs to one test only.
  beforeEach(async () => {
    storage = await openStorage({ dataDir: '', url: objects.url });
    objects.unfinished.clear();
  });
  afterAll(() => objects.close());

  const shared = () => storage.shared ?? expect.fail('It is shared');
  const join = async (sizes: number[], key = 'videos/u/original') => {
    const pieces = sizes.map((size) => randomBytes(size));
    await Promise.all(pieces.map((piece, index) => storage.put(`uploads/u/${index}`, piece)));
    const parts = sizes.map((bytes, index) => ({ key: `uploads/u/${index}`, bytes }));
    objects.calls.length = 0;
    await shared().join(parts, key, new AbortController().signal);
    const whole = await buffer(await storage.read(key));
    expect(whole.equals(Buffer.concat(pieces))).toBe(true);
    return objects.calls.filter((call) => call.startsWith('PUT') || call.startsWith('POST'));
  };

  test('are joined by copying where their pieces are large enough', async () => {
    const calls = await join([5 * mebibyte, 5 * mebibyte, 7]);
    expect(calls.filter((call) => call === 'PUT part copy')).toHaveLength(3);
    expect(await join([9])).toEqual(['PUT object copy']);
  });

  test('are whole also when the answer to their completion is lost and its repetition finds nothing', async () => {
    let left = 1;
    objects.meet(({ call }) => (call === 'POST part' && left-- > 0 ? 'unanswered' : undefined));
    const calls = await join([5 * mebibyte, 7], 'videos/u/once');
    expect(calls.filter((call) => call === 'POST part')).toHaveLength(2);
    objects.meet();
  });

  test('pass through the server if their pieces are too small, or the storage cannot copy', async () => {
    expect(await join([mebibyte, mebibyte, 7])).toEqual(['PUT object']);
    objects.copyNothing();
    const calls = await join([9 * mebibyte, 9 * mebibyte, 7]);
    expect(calls.filter((call) => call === 'PUT part')).toHaveLength(2);
    expect([...objects.unfinished]).toEqual([]);
    objects.copyNothing(false);
  });

  test.each(sampled([403, 400], 2))(
    'pass through the server when the storage refuses copies with %i, and copying is not tried again',
    async (said) => {
      objects.meet(({ call }) => (call === 'PUT part copy' ? said : undefined));
      expect(await join([9 * mebibyte, 9 * mebibyte])).toContain('PUT part copy');
      objects.meet();
      expect(await join([5 * mebibyte, 5 * mebibyte])).not.toContain('PUT part copy');
      expect([...objects.unfinished]).toEqual([]);
    },
  );

  test('are refused without one of the pieces, and old unfinished ones are removed', async () => {
    const parts = [{ key: 'uploads/u/never', bytes: 6 * mebibyte }];
    const never = shared().join(parts, 'videos/u/no', new AbortController().signal);
    await expect(never).rejects.toMatchObject({ code: 'ENOENT' });
    const left = (key: string) => ({ key: `/bucket/folder/${key}`, begun: new Date('2026-11-20'), parts: new Map() });
    objects.unfinished
      .set('old', left('videos/x'))
      .set('of others', left('videos/others'))
      .set('elsewhere', left('documents/x'));
    const isOurs = (key: string) => key === 'videos/x';
    await shared().removeUnfinished('videos', new Date('2026-11-19'), isOurs);
    expect(objects.unfinished.size).toBe(3);
    await shared().removeUnfinished('videos', new Date('2026-11-21'), isOurs);
    expect([...objects.unfinished.keys()]).toEqual(['of others', 'elsewhere']);
  });

  test('unfinished ones: a cleanup tolerates another server removing them, or a storage unable to list them', async () => {
    const old = { key: '/bucket/folder/videos/x', begun: new Date('2026-11-20'), parts: new Map() };
    objects.unfinished.set('first', old).set('second', old);
    let aborts = 0;
    objects.meet(({ call }) => (call === 'DELETE part' && ++aborts === 1 ? 404 : undefined));
    const remove = () => shared().removeUnfinished('videos', new Date('2026-11-21'), () => true);
    await remove();
    expect([...objects.unfinished.keys()]).toEqual(['first']);
    objects.meet(() => 501);
    await remove();
    objects.meet();
  });
});

describe('a server with an object storage', () => {
  let objects: ObjectStorage;
  let app: VideoApp;
  beforeAll(async () => {
    objects = await startObjectStorage();
    app = await VideoApp.start('postgres', { config: { storageUrl: objects.url } });
  });
  afterAll(async () => {
    await app.close();
    await objects.close();
  });

  test('receives, processes and serves a video there, with nothing left on its own disk', async () => {
    const protocolId = await app.addProtocol();
    const file = makeRecording('mp4', 2);
    await new Upload(app.server, protocolId, file, 64 * 1024).sendAll();
    await app.reach(protocolId, 'video_uploaded');
    const fetched: string[] = [];
    objects.meet(({ call, key }) => void (call === 'GET object' && fetched.push(key.split('/').at(-1) ?? '')));
    await app.process(protocolId);
    const { stage, video } = await app.reach(protocolId, 'success_video_process', 'error_video_process');
    expect(stage).toBe('success_video_process');
    objects.meet();
    expect(fetched.filter((name) => name === 'original')).toHaveLength(1);
    const ofVideos = [...objects.objects.keys()].filter((key) => key.includes('/videos/'));
    expect(ofVideos.map((key) => key.split('/').at(-1)).sort()).toEqual([
      'original',
      'playable.mp4',
      'poster.jpg',
      'sound.flac',
    ]);
    const part = await fetch(`${app.server.url}${video?.url}`, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    for (const name of ['uploads', 'work']) expect(await readdir(join(app.dataDir, name))).toEqual([]);
    expect(existsSync(join(app.dataDir, 'files'))).toBe(false);
  });

  test('gives contents to one more reader while sixty have paused', async () => {
    const storage = openS3Storage(objects.url, { answerMs: 10_000 });
    await storage.put('played', randomBytes(1024 * 1024));
    await storage.put('small', Buffer.from('small'));
    const players = await Promise.all(Array.from({ length: 60 }, () => storage.read('played')));
    expect(await text(await storage.read('small'))).toBe('small');
    for (const player of players) player.destroy();
  });

  longTest('sends the rest of a recording to a reader who paused longer than a storage may be silent', async () => {
    const whole = randomBytes(32 * 1024 * 1024);
    const patient = openS3Storage(objects.url, { answerMs: 1000, idleMs: 1000 });
    await openS3Storage(objects.url, { answerMs: 30_000 }).put('large', whole);
    const body = await patient.read('large');
    const chunks: Buffer[] = [];
    for await (const chunk of body) {
      if (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, 2500));
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).equals(whole)).toBe(true);
  });
});
