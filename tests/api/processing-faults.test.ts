import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { findProcessing } from '#server/modules/recordings/processing/repository.ts';
import { runSteps } from '#server/modules/recordings/processing/run-steps.ts';
import { cancelProcessing } from '#server/modules/recordings/processing/start-processing.ts';
import { keepNamedFiles } from '#server/modules/recordings/uploads/named-files-repository.ts';
import type { MediaTools } from '#server/platform/media/media-tools.ts';
import { reserveFile, sweepDiscardedFiles } from '#server/platform/storage/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { ChatServer } from '#tests/support/chat-server.ts';
import { byLevel, isLong } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { bars, h264, makeMedia, tone } from './support/make-media.ts';
import { gone, MediaPrograms } from './support/media-programs.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const ends = ['success_video_process', 'error_video_process'];
const steps = ['probe', 'playable', 'poster', 'audio', 'transcript', 'keywords', 'summary'];
const srt = '1\n00:00:00,500 --> 00:00:01,500\nИванов Иван: Решили утвердить смету\n';
const streams = ['-t', '3', ...h264, '-c:a', 'aac', '-c:s', 'mov_text'];
const recording = makeMedia([...bars, ...tone, '-i', 's.srt', ...streams, 'v.mp4'], { 's.srt': srt });
const stepOf = ({ processing }: Protocol, name: string) => processing?.find(({ step }) => step === name);
const states = ({ processing }: Protocol) => processing?.map(({ state }) => state);
const allDone = steps.map(() => 'done');

/** Programs of each step, by words of their command line, with the first program of that step. */
const programs: [step: string, what: string, words: string, first: string][] = [
  ['probe', 'the look at the file', 'ffprobe', 'ffprobe'],
  ['probe', 'the reading to its end', '-c copy -fps_mode', 'ffprobe'],
  ['playable', 'the making of what is played', 'faststart', 'faststart'],
  ['poster', 'the search for a bright frame', 'rawvideo', 'rawvideo'],
  ['poster', 'the picture', 'poster.jpg', 'rawvideo'],
  ['audio', 'the sound', 'astats', 'astats'],
  ['transcript', 'the track of subtitles', '0:s:0', '0:s:0'],
];

/** Steps that do not depend on a step, and are done while that one hangs. */
const beside: Record<string, readonly string[]> = {
  probe: [],
  playable: ['audio', 'transcript', 'keywords', 'summary'],
  poster: ['audio', 'transcript', 'keywords', 'summary'],
  audio: ['playable', 'poster'],
  transcript: ['playable', 'poster'],
};

describe.each(databaseKinds)('processing faults on %s', (kind) => {
  let media: MediaPrograms;
  let tools: MediaTools;
  let app: VideoApp;
  beforeAll(async () => {
    media = await MediaPrograms.install();
    tools = { ffmpeg: media.ffmpeg, ffprobe: media.ffprobe };
    app = await VideoApp.start(kind, { config: { tools } });
  });
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
    await media.remove();
  });

  const begin = async (on = app) => {
    const id = await on.addProtocol();
    const upload = new Upload(on.server, id, recording, 256 * 1024);
    await upload.sendAll();
    await on.reach(id, 'video_uploaded');
    await on.process(id);
    return { id, uploadId: upload.id };
  };
  const again = async (id: string) => {
    await app.process(id);
    return app.reach(id, ...ends);
  };
  const cancel = (id: string, on = app) => on.app.call(on.user, 'DELETE', `/protocols/${id}/process-video`);

  test.each(programs.filter(([step]) => isLong || step === 'playable'))(
    '%s: %s hangs; after a cancellation or a timeout processing completes later',
    async (name, _, words, first) => {
      await media.trouble('hang', words);
      const { id, uploadId } = await begin();
      const cut = await media.hung();
      const others = async () =>
        (await app.protocol(id)).processing?.filter(({ step }) => beside[name]?.includes(step));
      const areDone = async () => (await others())?.every(({ state }) => state === 'done');
      await until(async () => (await areDone()) || undefined, 'what does not need it');
      expect((await cancel(id)).json().data).toMatchObject({ stage: 'error_video_process' });
      await gone(cut);
      const cancelled = await app.protocol(id);
      const at = steps.indexOf(name);
      expect(cancelled.processing?.[at]).toEqual({ step: name, state: 'failed', error: 'Обработка отменена' });
      expect(states(cancelled)?.slice(0, at)).toEqual(allDone.slice(0, at));

      await media.trouble('hang', first);
      tools.stallMs = 100;
      await app.process(id);
      const failed = await app.reach(id, ...ends);
      delete tools.stallMs;
      expect(failed.stage).toBe('error_video_process');
      expect(stepOf(failed, name)?.error).toMatch(
        /^Обработка (остановилась|заняла слишком много времени) и была прервана/,
      );

      await media.mend('hang');
      expect(states(await again(id))).toEqual(allDone);
      // Finished steps were not repeated.
      if (at > 0) expect(await media.starts('-frames:v 1 -c:v wrapped_avframe', uploadId)).toBe(1);
    },
  );

  test('a step that ends while processing is being cancelled stays done, the others are cancelled', async () => {
    const { database } = app.app.services;
    const [id, upload] = [await app.addProtocol(), uuidv7()];
    const video = { upload_id: upload, name: 'v.mp4', size: 1, original_key: `videos/${upload}/original`, run: 1 };
    const processing = (transcript: ProcessingStep['state']): ProcessingStep[] => [
      { step: 'playable', state: 'running', percent: 5 },
      { step: 'transcript', state: transcript },
      { step: 'summary', state: 'waiting' },
    ];
    const isOurs = eq(protocols.id, id);
    const begun = { stage: 'video_process', video, processing: processing('running') } as const;
    await database.db.update(protocols).set(begun).where(isOurs);
    const read = await findProcessing(database.db, id);
    await database.db
      .update(protocols)
      .set({ processing: processing('done') })
      .where(isOurs);
    if (!read) throw new Error('No recording');
    const cancelled = await cancelProcessing(app.app.services, read);
    expect(cancelled.processing.map(({ state }) => state)).toEqual(['failed', 'done', 'waiting']);
    expect(await app.protocol(id)).toMatchObject({ stage: cancelled.stage, processing: cancelled.processing });
    await database.db
      .update(protocols)
      .set({ stage: 'video_process', processing: [{ step: 'summary', state: 'done' }] })
      .where(isOurs);
    await expect(cancelProcessing(app.app.services, read)).rejects.toMatchObject({ code: 'illegal_stage' });
  });

  const full: [step: string, words: string][] = [
    ['playable', 'faststart'],
    ['poster', 'poster.jpg'],
    ['audio', 'astats'],
  ];
  test.each(byLevel(full.slice(0, 1), full))(
    '%s: a full disk is reported, and a retry with free space succeeds',
    async (name, words) => {
      await media.trouble('full', words);
      const { id } = await begin();
      const failed = await app.reach(id, ...ends);
      await media.mend('full');
      expect(failed.stage).toBe('error_video_process');
      expect(stepOf(failed, name)?.error).toBe('На сервере закончилось место. Освободите его и повторите обработку.');
      expect(states(await again(id))).toEqual(allDone);
    },
  );

  test('a file stored after its run was cancelled goes with its protocol, and stays when the run is repeated', async () => {
    const { storage, database } = app.app.services;
    const { adopt } = storage;
    /** Cancels a run while its file is on the way into the storage. */
    async function cancelled() {
      const [begun, released, stored] = [0, 1, 2].map(() => Promise.withResolvers<void>());
      storage.adopt = async (path, key, type) => {
        const isLate = key.includes('playable');
        if (isLate) begun?.resolve();
        if (isLate) await released?.promise;
        await adopt(path, key, type);
        if (isLate) stored?.resolve();
      };
      const made = await begin();
      await begun?.promise;
      expect((await cancel(made.id)).statusCode).toBe(200);
      released?.resolve();
      await stored?.promise;
      storage.adopt = adopt;
      return { ...made, key: `videos/${made.uploadId}/playable.mp4` };
    }
    const [one, other] = [await cancelled(), await cancelled()];
    expect((await app.app.call(app.user, 'DELETE', `/protocols/${one.id}`)).statusCode).toBe(204);
    expect(states(await again(other.id))).toEqual(allDone);
    const later = new Date(Date.now() + 25 * 3_600_000);
    await sweepDiscardedFiles(database.db, storage, later, app.dataDir);
    expect(await storage.size(one.key)).toBeUndefined();
    expect(await storage.size(other.key)).toBeGreaterThan(0);
    // As a server of the version before leaves it: in the row, and still marked.
    await reserveFile(database.db, other.key, later);
    await keepNamedFiles(database.db, later);
    await sweepDiscardedFiles(database.db, storage, later, app.dataDir);
    expect(await storage.size(other.key)).toBeGreaterThan(0);
  });

  longTest('a full disk while a result is stored is reported, and a retry succeeds', async () => {
    const { storage } = app.app.services;
    const { adopt } = storage;
    // The uploaded file is stored by then.
    storage.adopt = (path, key, type) =>
      key.endsWith('original') ? adopt(path, key, type) : writeFile('/dev/full', 'x');
    const { id } = await begin();
    const failed = await app.reach(id, ...ends);
    storage.adopt = adopt;
    expect(stepOf(failed, 'playable')?.error).toMatch(/^На сервере закончилось место/);
    expect(states(await again(id))).toEqual(allDone);
  });

  longTest('a program killed for lack of memory is reported, and a retry succeeds', async () => {
    await media.trouble('kill', 'faststart');
    const { id } = await begin();
    const failed = await app.reach(id, ...ends);
    await media.mend('kill');
    expect(stepOf(failed, 'playable')?.error).toBe('Для обработки этой записи на сервере не хватает памяти.');
    expect(states(await again(id))).toEqual(allDone);
  });

  longTest('a run that hung and resumes after another one has finished changes nothing', async () => {
    await media.trouble('hang', 'faststart');
    const { id, uploadId } = await begin();
    const asleep = await media.hung();
    await media.mend('hang');
    const isAlone = async () =>
      states(await app.protocol(id))?.every((state, at) => at === 1 || at === 2 || state === 'done');
    await until(async () => (await isAlone()) || undefined, 'the end of what runs beside it');
    const { config, ...services } = app.app.services;
    const parts = {
      ...services,
      dataDir: app.dataDir,
      tools,
      onError: (error: unknown) => expect.unreachable(`${error}`),
    };
    const run = { protocolId: id, uploadId, run: 1 };
    await runSteps(parts, { data: run, signal: new AbortController().signal, lastTry: false }, 'video');
    const done = await app.protocol(id);
    expect([done.stage, states(done)]).toEqual(['success_video_process', allDone]);
    await gone(asleep);
    const after = await app.protocol(id);
    expect([after.stage, after.processing]).toEqual([done.stage, done.processing]);
    expect(await media.starts('faststart', uploadId)).toBe(2);
  });

  longTest('a new video uploaded in the middle of a run replaces the old one', async () => {
    await media.trouble('hang', 'faststart');
    const { id, uploadId } = await begin();
    const cut = await media.hung();
    await media.mend('hang');
    const next = new Upload(app.server, id, recording, 256 * 1024);
    await next.sendAll(undefined, { instead_of: uploadId });
    await app.reach(id, 'video_uploaded');
    await gone(cut);
    await app.process(id, next.id);
    expect(await app.reach(id, ...ends)).toMatchObject({
      stage: 'success_video_process',
      video: { upload_id: next.id, size: recording.length },
    });
  });

  longTest('a summary waiting for the model can be cancelled and made later', async () => {
    const chat = await ChatServer.start();
    chat.play(() => 'silence');
    const waiting = await VideoApp.start(kind, {
      config: { llm: { url: chat.url, key: undefined, model: undefined } },
    });
    const { id } = await begin(waiting);
    await until(() => chat.requests.length > 0 || undefined, 'the question to the model');
    const isAlone = async () =>
      states(await waiting.protocol(id))
        ?.slice(0, -1)
        .every((state) => state === 'done');
    await until(async () => (await isAlone()) || undefined, 'the end of what runs beside it');
    expect((await cancel(id, waiting)).statusCode).toBe(200);
    const cancelled = await waiting.protocol(id);
    expect(stepOf(cancelled, 'summary')).toEqual({ step: 'summary', state: 'failed', error: 'Обработка отменена' });
    expect(states(cancelled)?.slice(0, -1)).toEqual(allDone.slice(0, -1));
    chat.play(() => ({ text: 'Смету утвердили.', points: [{ text: 'Смета утверждена', lines: [1] }] }));
    await waiting.process(id);
    expect(states(await waiting.reach(id, ...ends))).toEqual(allDone);
    expect(waiting.app.errors).toEqual([]);
    await waiting.close();
    await chat.stop();
  });
});
