import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { bars, h264, makeMedia, tone } from './support/make-media.ts';
import { gone, MediaPrograms } from './support/media-programs.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { SignedInServer } from './support/signed-in-server.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';
import { sha256 } from './support/upload.ts';

const patience = 180_000;
const ends = ['success_video_process', 'error_video_process'];
const recording = makeMedia([...bars, ...tone, '-t', '3', ...h264, '-c:a', 'aac', 'v.mp4']);
const doneWithoutSpeech = ['done', 'done', 'done', 'done', 'skipped', 'skipped', 'skipped'];
const states = ({ processing }: Protocol) => processing?.map(({ state }) => state);

let folder: string;
let url: string;
let media: MediaPrograms;
let objects: Awaited<ReturnType<typeof startObjectStorage>>;
let servers: SignedInServer[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-two-servers-'));
  [media, objects, url] = await Promise.all([MediaPrograms.install(), startObjectStorage(), createPostgresDatabase()]);
  const secret = randomBytes(64).toString('hex');
  const env = {
    DATABASE_URL: url,
    STORAGE_URL: objects.url,
    FFMPEG_PATH: media.ffmpeg,
    FFPROBE_PATH: media.ffprobe,
  };
  servers = await Promise.all(
    ['one', 'other'].map(async (name) => {
      await mkdir(join(folder, name), { mode: 0o700 });
      await writeFile(join(folder, name, 'secret'), secret, { mode: 0o600 });
      return SignedInServer.start(join(folder, name), env);
    }),
  );
}, patience);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.process.stop()));
  await Promise.all([objects.close(), media.remove(), dropPostgresDatabase(url)]);
  await rm(folder, { recursive: true, force: true });
});

const one = () => servers[0] as SignedInServer;
const other = () => servers[1] as SignedInServer;
/** Returns the server that runs this program, and the other one. */
const whose = async (program: number) => {
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${program}/status`, 'utf8'))?.[1]);
  const isOne = one().process.pid === parent;
  expect([one().process.pid, other().process.pid]).toContain(parent);
  return isOne ? { owner: one(), beside: other() } : { owner: other(), beside: one() };
};

test('processing requested from both at once runs once', async () => {
  const { id, upload } = await one().uploaded(recording);
  await Promise.all([one(), other(), one(), other()].map((server) => server.processVideo(id, upload)));
  expect(states(await other().reach(id, ...ends))).toEqual(doneWithoutSpeech);
  for (const words of ['-frames:v 1 -c:v wrapped_avframe', 'faststart', 'poster.jpg', 'astats']) {
    expect(await media.starts(upload.id, words), words).toBe(1);
  }
});

test('a server killed in a step, losing its disk, leaves the step to the other, which does only the rest', {
  timeout: patience,
}, async () => {
  const { id, upload } = await one().uploaded(recording);
  await media.trouble('hang', `${upload.id}*astats`);
  await one().processVideo(id, upload);
  const hung = await media.hung();
  const { owner, beside } = await whose(hung);
  // The picture is encoded beside the sound: its unfinished part would be started anew.
  await beside.waitFor(
    id,
    'the picture',
    (now) =>
      states(now)
        ?.slice(0, 3)
        .every((state) => state === 'done') ?? false,
  );
  await owner.kill();
  await rm(owner.process.dataDir, { recursive: true });
  await gone(hung);
  await media.mend('hang');
  expect(states(await beside.reach(id, ...ends))).toEqual(doneWithoutSpeech);
  for (const words of ['-frames:v 1 -c:v wrapped_avframe', 'faststart', 'poster.jpg']) {
    expect(await media.starts(upload.id, words), words).toBe(1);
  }
  expect(await media.starts(upload.id, 'astats')).toBe(2);
  // With an empty folder it is a new one.
  await owner.startAgain();
});

test('a server killed after the last acknowledgement, losing its disk, leaves the upload to the other', {
  timeout: patience,
}, async () => {
  const { id, upload } = await one().begin(recording, 1024 * 1024);
  await upload.sendAll();
  await one().kill();
  await rm(one().process.dataDir, { recursive: true });
  const { video } = await other().reach(id, 'video_uploaded');
  expect(video).toMatchObject({ sha256: sha256(recording) });
  await one().startAgain();
});

test('a server that was suspended and resumes later changes nothing', { timeout: patience }, async () => {
  const { id, upload } = await one().uploaded(recording);
  await media.trouble('hang', `${upload.id}*faststart`);
  await one().processVideo(id, upload);
  const hung = await media.hung();
  const { owner, beside } = await whose(hung);
  process.kill(owner.process.pid, 'SIGSTOP');
  await media.mend('hang');
  const done = await beside.reach(id, ...ends).finally(() => process.kill(owner.process.pid, 'SIGCONT'));
  expect(states(done)).toEqual(doneWithoutSpeech);
  await gone(hung);
  const after = await owner.reach(id, ...ends);
  expect([after.stage, after.processing]).toEqual(['success_video_process', done.processing]);
  expect(await media.starts(upload.id, 'faststart')).toBe(2);
});
