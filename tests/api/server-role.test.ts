import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Node, startNode } from './support/node.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { makeRecording } from './support/recording.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

/* A server that answers calls and leaves jobs to another, which does nothing else. */

let objects: Awaited<ReturnType<typeof startObjectStorage>>;
let app: VideoApp;
let worker: Node | undefined;
beforeAll(async () => {
  objects = await startObjectStorage();
  // The programs are missing here: recordings can only be processed elsewhere.
  const tools = { ffmpeg: 'no-ffmpeg', ffprobe: 'no-ffprobe' };
  app = await VideoApp.start('postgres', { config: { storageUrl: objects.url, role: 'api', tools } });
});
afterAll(async () => {
  await worker?.close();
  expect([app.app.errors, worker?.errors]).toEqual([[], []]);
  await app.close();
  await objects.close();
});

const work = async () => {
  const { config, database } = app.app.services;
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  worker ??= await startNode({ ...config, role: 'worker', tools }, database);
  return worker;
};

test('a worker processes what an api server was asked for', async () => {
  const health = await app.app.call(null, 'GET', '/health');
  expect(health.json().features).toMatchObject({ ffmpeg: true });
  const id = await app.addProtocol();
  await new Upload(app.server, id, makeRecording('mp4', 1), 64 * 1024).sendAll();
  await app.reach(id, 'video_uploaded');
  expect((await app.process(id)).statusCode).toBe(200);
  await work();
  const { stage } = await app.reach(id, 'success_video_process', 'error_video_process');
  expect(stage).toBe('success_video_process');
});

test('a worker answers live and ready probes, and 503 to everything else', async () => {
  const { url } = await work();
  const status = async (path: string) => (await fetch(url + path)).status;
  expect(await Promise.all(['/api/live', '/api/ready?x=1'].map(status))).toEqual([200, 200]);
  expect(await Promise.all(['/api/serving', '/api/health', '/api/me', '/main', '/s/x'].map(status))).toEqual([
    503, 503, 503, 503, 503,
  ]);
  const { message } = await (await fetch(`${url}/api/me`)).json();
  expect(message).toBe('Этот сервер только выполняет задания, приложение открывают на другом');
});
