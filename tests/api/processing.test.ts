import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { runSteps } from '#server/modules/recordings/processing/run-steps.ts';
import { prepareSteps } from '#server/modules/recordings/processing/steps.ts';
import type { MediaTools } from '#server/platform/media/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { isLong } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { makeRecording } from './support/recording.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const recording = makeRecording('mp4');
const steps = ['probe', 'playable', 'poster', 'audio', 'transcript', 'keywords', 'summary'];
const ends = ['success_video_process', 'error_video_process'];
const states = ({ processing }: Protocol) => processing?.map(({ step, state }) => `${step} ${state}`);
const errors = ({ processing }: Protocol) => processing?.map(({ error }) => error).filter(Boolean);

describe.each(databaseKinds)('processing on %s', (kind) => {
  let app: VideoApp;
  let tools: string;
  beforeAll(async () => {
    tools = await mkdtemp(join(tmpdir(), 'protokol-tools-'));
    app = await VideoApp.start(kind, { config: { tools: { ffmpeg: join(tools, 'ffmpeg'), ffprobe: 'ffprobe' } } });
    await install();
  });
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
    await rm(tools, { recursive: true });
  });

  /** Installs an ffmpeg for the server, which may be missing, and which logs how often it was started. */
  const install = async () => {
    await writeFile(join(tools, 'ffmpeg'), `#!/bin/sh\necho started >> ${tools}/log\nexec ffmpeg "$@"\n`);
    await chmod(join(tools, 'ffmpeg'), 0o755);
  };
  const upload = async (file: Buffer, name = 'Совещание.mp4') => {
    const protocolId = await app.addProtocol();
    const sent = new Upload(app.server, protocolId, file, 256 * 1024);
    await sent.sendAll(Array.from({ length: sent.total - 1 }, (_, index) => index));
    await sent.send(sent.total - 1, { file_name: name });
    return { protocolId, uploadId: sent.id };
  };
  const run = async (file: Buffer) => {
    const { protocolId } = await upload(file);
    await app.reach(protocolId, 'video_uploaded');
    expect((await app.process(protocolId)).statusCode).toBe(200);
    return app.reach(protocolId, ...ends);
  };
  const fetchFile = async (url: string | null | undefined) => {
    const reply = await fetch(`${app.server.url}${url}`);
    return { type: reply.headers.get('content-type'), bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  test('a recording becomes playable from its start, with a poster, through every stage', async () => {
    const { protocolId, uploadId } = await upload(recording);
    await app.reach(protocolId, 'video_uploaded');
    const begun = (await app.process(protocolId, uploadId)).json().data;
    expect(begun).toMatchObject({ stage: 'video_process', already: false });
    expect(begun.processing).toEqual(steps.map((step) => ({ step, state: 'waiting' })));
    const done = await app.reach(protocolId, ...ends);
    expect(done.stage).toBe('success_video_process');
    expect(states(done)).toEqual([
      ...steps.slice(0, 4).map((step) => `${step} done`),
      ...steps.slice(4).map((step) => `${step} skipped`),
    ]);
    expect(done.video).toMatchObject({ name: 'Совещание.mp4', size: recording.length, width: 320, height: 240 });
    expect(done.video?.duration).toBeCloseTo(4, 0);
    const playable = await fetchFile(done.video?.url);
    expect(playable.type).toBe('video/mp4');
    expect(playable.bytes.indexOf('moov')).toBeLessThan(playable.bytes.indexOf('mdat'));
    const poster = await fetchFile(done.video?.poster_url);
    expect([poster.type, poster.bytes.subarray(0, 3).toString('hex')]).toEqual(['image/jpeg', 'ffd8ff']);
  });

  longTest('asked for again and again, at once and later, it is one job', async () => {
    await writeFile(join(tools, 'log'), '');
    const { protocolId, uploadId } = await upload(recording);
    await app.reach(protocolId, 'video_uploaded');
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.process(protocolId, uploadId)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(answers.filter((answer) => !answer.json().data.already)).toHaveLength(1);
    const done = await app.reach(protocolId, ...ends);
    const later = await app.process(protocolId, uploadId);
    expect(later.json().data).toMatchObject({
      stage: 'success_video_process',
      already: true,
      processing: done.processing,
    });
    // The probe decodes a frame of picture and of sound and reads all; the copy is made, its heads and its end are read: each
    // reading counts so few pictures one by one. The sound is made once; the poster takes two frames.
    expect((await readFile(join(tools, 'log'), 'utf8')).trim().split('\n')).toHaveLength(12);
  });

  longTest('processing requested while the file is being verified starts by itself', async () => {
    const { protocolId, uploadId } = await upload(makeRecording('mp4', 20, '1280x720'));
    expect((await app.process(protocolId, uploadId)).statusCode).toBe(200);
    expect((await app.reach(protocolId, ...ends)).stage).toBe('success_video_process');
  });

  const noVideos: [what: string, file: () => Buffer, cause: string][] = [
    ['a text', () => Buffer.from('Протокол совещания\n'.repeat(100)), 'Файл не является видео'],
    [
      'a playlist that names a file of the server',
      () => Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'),
      'Файл не является видео',
    ],
    [
      'noise',
      () => Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 251)),
      'Файл не является видео',
    ],
    ['a recording without its end', () => recording.subarray(0, recording.length / 2), 'У записи нет конца'],
  ];
  test.each(noVideos.filter(([what]) => isLong || what === 'a recording without its end'))(
    '%s fails with its cause, and another file may replace it',
    async (_what, file, cause) => {
      const bytes = file();
      const failed = await run(bytes);
      expect(failed.stage).toBe('error_video_process');
      expect(states(failed)).toEqual(['probe failed', ...steps.slice(1).map((step) => `${step} waiting`)]);
      expect(errors(failed)).toEqual([expect.stringMatching(`^${cause}`)]);
      const original = await fetchFile(String(failed.video?.original_url));
      expect(original.bytes.equals(bytes)).toBe(true);
      const next = new Upload(app.server, String(failed.id), recording, 256 * 1024);
      await next.sendAll(undefined, { instead_of: String(failed.video?.upload_id) });
      expect(await app.reach(String(failed.id), 'video_uploaded')).toMatchObject({ processing: [] });
      await app.process(String(failed.id));
      expect((await app.reach(String(failed.id), ...ends)).stage).toBe('success_video_process');
    },
  );

  longTest('a recording without a picture is processed, with no poster', async () => {
    const done = await run(makeRecording('mp3'));
    expect(done.stage).toBe('success_video_process');
    expect(states(done)?.slice(0, 3)).toEqual(['probe done', 'playable done', 'poster skipped']);
    expect(done.processing?.[0]?.note).toBe('В записи только звук');
    expect((await fetchFile(done.video?.url)).type).toBe('audio/mp4');
    expect(done.video?.poster_url).toBeUndefined();
  });

  longTest('a browser’s own recording stays WebM and gets its length', async () => {
    const done = await run(makeRecording('webm'));
    expect((await fetchFile(done.video?.url)).type).toBe('video/webm');
    expect(done.video?.duration).toBeCloseTo(4, 0);
  });

  test('a format that no browser plays is encoded', async () => {
    const done = await run(makeRecording('avi', 3, '322x242'));
    expect(done.stage).toBe('success_video_process');
    const { type, bytes } = await fetchFile(done.video?.url);
    expect([type, bytes.includes('avc1'), bytes.includes('mp4a')]).toEqual(['video/mp4', true, true]);
  });

  longTest(
    'section files are removed once the picture is encoded, and those of a deleted recording as well',
    async () => {
      const media: MediaTools = app.app.services.config.tools;
      const folder = join(app.dataDir, 'sections');
      await mkdir(join(folder, crypto.randomUUID()), { recursive: true });
      media.sectionSeconds = 1;
      const done = await run(makeRecording('avi', 3, '322x242'));
      delete media.sectionSeconds;
      expect([done.stage, Math.round(done.video?.duration ?? 0)]).toEqual(['success_video_process', 3]);
      await until(async () => (await readdir(folder)).length === 0 || undefined, 'an empty folder of sections');
    },
  );

  test('without ffmpeg it fails with the reason, health tells so, and a retry after the installation succeeds', async () => {
    await rm(join(tools, 'ffmpeg'));
    const health = async () => (await app.app.call(null, 'GET', '/health')).json().features.ffmpeg;
    expect(await health()).toBe(false);
    const failed = await run(recording);
    expect(failed.stage).toBe('error_video_process');
    expect(errors(failed)).toEqual(['Обработка видео недоступна: на сервере не установлен ffmpeg']);
    await install();
    expect(await health()).toBe(true);
    expect((await app.process(String(failed.id))).json().data).toMatchObject({
      stage: 'video_process',
      already: false,
    });
    expect((await app.reach(String(failed.id), ...ends)).stage).toBe('success_video_process');
  });

  test('a retry runs only what failed', async () => {
    const done = await run(recording);
    const id = String(done.id);
    const processing = done.processing?.map((step) =>
      step.step === 'poster' ? { step: 'poster', state: 'failed' as const } : step,
    );
    await app.app.db
      .update(protocols)
      .set({ stage: 'error_video_process', processing: processing ?? [] })
      .where(eq(protocols.id, id));
    await writeFile(join(tools, 'log'), '');
    await app.process(id);
    expect((await app.reach(id, ...ends)).stage).toBe('success_video_process');
    expect((await readFile(join(tools, 'log'), 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  test('a run interrupted too often fails with an error, and can be requested again', async () => {
    const { protocolId, uploadId } = await upload(recording);
    const { video } = await app.reach(protocolId, 'video_uploaded');
    if (!video) throw new Error('no video');
    const row = (await app.app.db.select().from(protocols).where(eq(protocols.id, protocolId)))[0];
    const stored = row?.video && { ...row.video, run: 7 };
    await app.app.db
      .update(protocols)
      .set({ stage: 'video_process', video: stored, processing: prepareSteps([]) })
      .where(eq(protocols.id, protocolId));
    const { config, ...services } = app.app.services;
    const parts = {
      ...services,
      dataDir: app.dataDir,
      tools: config.tools,
      onError: (error: unknown) => expect.unreachable(String(error)),
    };
    const job = { data: { protocolId, uploadId, run: 7 }, signal: new AbortController().signal, lastTry: true };
    await runSteps(parts, job, 'video');
    const failed = await app.protocol(protocolId);
    expect([failed.stage, errors(failed)]).toEqual([
      'error_video_process',
      ['Обработка прерывалась слишком много раз. Повторите её или замените видео.'],
    ]);
    await app.process(protocolId);
    expect((await app.reach(protocolId, ...ends)).stage).toBe('success_video_process');
  });

  test('a request that cannot be processed is refused with the reason', async () => {
    const protocolId = await app.addProtocol();
    const code = async (id: string, uploadId?: string) => {
      const reply = await app.process(id, uploadId);
      return [reply.statusCode, reply.json().code];
    };
    expect(await code(protocolId)).toEqual([409, 'no_video']);
    expect(await code(protocolId, crypto.randomUUID())).toEqual([404, 'upload_unknown']);
    const sent = new Upload(app.server, protocolId, recording, 64 * 1024);
    await sent.sendAll([0]);
    expect(await code(protocolId)).toEqual([409, 'upload_incomplete']);
    await sent.cancel();
    expect(await code(protocolId, sent.id)).toEqual([409, 'upload_cancelled']);
    const stranger = await app.addProtocol(await app.app.addUser());
    expect(await code(stranger)).toEqual([404, 'not_found']);
    await app.app.db.update(protocols).set({ stage: 'finish' }).where(eq(protocols.id, protocolId));
    expect(await code(protocolId)).toEqual([409, 'no_video']);
  });
});
