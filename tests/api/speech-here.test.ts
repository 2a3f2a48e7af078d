import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { createEmbeddedSpeech, type EmbeddedSpeech } from '#server/modules/recordings/index.ts';
import { GrowingTranscript } from '#server/modules/recordings/processing/growing-transcript.ts';
import { readProgress } from '#server/modules/recordings/processing/recognition-progress.ts';
import { SpeechFailure } from '#server/modules/recordings/speech/speech-failure.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { writeTinyModel } from '#tests/support/speech-model/tiny-model.ts';
import { type Tone, tonesIn, wavOf } from '#tests/support/speech-model/tones.ts';
import { makeMedia } from './support/make-media.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const patience = 120_000;
const ends = ['success_video_process', 'error_video_process'];
/** A word every 30 seconds, so that there are as many pieces as words. */
const words = (count: number): Tone[] =>
  Array.from({ length: count }, (_, place) => ({ word: (place % 3) as 0 | 1 | 2, at: 5 + place * 30 }));
const said = ['Раз.', 'Два.', 'Три.'];

describe.each(databaseKinds)('speech recognised on this machine on %s', (kind) => {
  let folder: string;
  let app: VideoApp;
  let speech: EmbeddedSpeech;
  /** Called before a piece is recognised, with its number from 1. */
  let before: (piece: number) => Promise<void> | void = () => undefined;
  let pieces = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-model-'));
    const real = createEmbeddedSpeech(join(folder, 'model'));
    speech = {
      ...real,
      async hear(...asked) {
        pieces += 1;
        await before(pieces);
        return real.hear(...asked);
      },
    };
    app = await VideoApp.start(kind, { services: { speech } });
  });
  beforeEach(async () => {
    await writeTinyModel(join(folder, 'model'));
    before = () => undefined;
    pieces = 0;
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const send = async (file: Buffer) => {
    const id = await app.addProtocol();
    await new Upload(app.server, id, file, 1024 * 1024).sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    return id;
  };
  const end = (id: string) => app.reachWithin(patience, id, ...ends);
  const read = async (id: string): Promise<Transcript> =>
    (await app.app.call(app.user, 'GET', `/protocols/${id}/transcript`)).json().data;
  const texts = ({ segments }: Transcript) => segments.map(({ text }) => text);
  const step = ({ processing }: Protocol) => processing?.find((one) => one.step === 'transcript');

  test('the transcript grows piece by piece, and a correction made meanwhile stays', {
    timeout: patience,
  }, async () => {
    let id = '';
    before = async (piece) => {
      if (piece !== 3) return;
      const now = await read(id);
      expect(texts(now)).toEqual(['Раз.', 'Два.']);
      const edit = { segments: [{ id: now.segments[0]?.id, text: 'Исправлено', before: { text: 'Раз.' } }] };
      expect((await app.app.call(app.user, 'PUT', `/protocols/${id}/transcript`, edit)).statusCode).toBe(200);
    };
    id = await app.addProtocol();
    await new Upload(app.server, id, wavOf(tonesIn(100, words(3))), 1024 * 1024).sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    const done = await end(id);
    expect(done.stage).toBe('success_video_process');
    const transcript = await read(id);
    expect(texts(transcript)).toEqual(['Исправлено', 'Два.', 'Три.']);
    expect(transcript.segments.map(({ start }) => Math.round(start))).toEqual([5, 35, 65]);
    expect(transcript).toMatchObject({ source: 'service', draft: null });
    const found = await app.app.call(app.user, 'GET', `/protocols?search=${encodeURIComponent('исправлено')}`);
    expect(found.json().data).toMatchObject([{ id }]);
  });

  longTest(
    'a long recognition blocks neither the playback of another recording nor the error of a broken file',
    {
      timeout: patience,
    },
    async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      before = () => held;
      const long = await send(wavOf(tonesIn(40, words(1))));
      await until(() => pieces > 0 || undefined, 'the first piece');
      const other = await send(wavOf(tonesIn(20, [])));
      await until(
        async () => (await app.protocol(other)).video?.url ?? undefined,
        'the other recording to be playable',
      );
      const broken = await send(Buffer.alloc(500, 1));
      expect((await end(broken)).stage).toBe('error_video_process');
      expect((await app.protocol(long)).stage).toBe('video_process');
      release();
      for (const id of [long, other]) expect((await end(id)).stage).toBe('success_video_process');
      expect(texts(await read(long))).toEqual(['Раз.']);
    },
  );

  longTest(
    'a silent recording does not wait for the recogniser, another one does and shows it',
    { timeout: patience },
    async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      before = () => held;
      const long = await send(wavOf(tonesIn(40, words(1))));
      await until(() => pieces > 0 || undefined, 'the first piece');
      const silent = await send(wavOf(tonesIn(20, [])));
      const next = await send(wavOf(tonesIn(20, words(1))));
      const noted = async () => step(await app.protocol(next))?.note ?? undefined;
      expect(await until(noted, 'the other to wait for its turn')).toBe('Ждёт очереди на распознавание');
      expect((await end(silent)).stage).toBe('success_video_process');
      expect((await app.protocol(long)).stage).toBe('video_process');
      release();
      for (const id of [long, next]) expect((await end(id)).stage).toBe('success_video_process');
    },
  );

  longTest('after a killed recogniser the transcript is complete', { timeout: patience }, async () => {
    before = (piece) => {
      if (piece === 2) process.kill(Number(speech.pid()), 'SIGKILL');
    };
    const id = await send(wavOf(tonesIn(100, words(3))));
    expect((await end(id)).stage).toBe('success_video_process');
    expect(texts(await read(id))).toEqual(said);
    expect(pieces).toBe(3);
  });

  longTest(
    'a piece that the model cannot process is left out and named; later pieces are recognised',
    {
      timeout: patience,
    },
    async () => {
      before = (piece) => {
        if (piece === 2) throw new SpeechFailure('Распознавание речи прервалось.', true, { ofPiece: true });
      };
      const id = await send(wavOf(tonesIn(100, words(3))));
      const done = await end(id);
      expect([done.stage, texts(await read(id))]).toEqual(['success_video_process', ['Раз.', 'Три.']]);
      expect(step(done)?.note).toMatch(/^Не распознано: 00:00:3\d–00:00:3\d$/);
    },
  );

  test('a test that has to wait for a recording says so, and does not blame the model', async () => {
    const patient = AbortSignal.timeout(60_000);
    await speech.check(patient);
    const pid = speech.pid() ?? 0;
    const sound = join(folder, 'sound.raw');
    await writeFile(sound, Buffer.alloc(32_000));
    process.kill(pid, 'SIGSTOP');
    await expect(speech.check(AbortSignal.timeout(100))).rejects.toThrow('слишком велика');
    const asked = speech.pieces(sound, patient);
    process.kill(pid, 'SIGCONT');
    await asked;
    process.kill(pid, 'SIGSTOP');
    const next = speech.pieces(sound, patient);
    await expect(speech.check(AbortSignal.timeout(100))).rejects.toThrow('Сейчас распознаётся запись');
    process.kill(pid, 'SIGCONT');
    await next;
  });

  longTest(
    'a model damaged midway is reported, the recognised pieces stay, and a retry continues',
    {
      timeout: patience,
    },
    async () => {
      before = async (piece) => {
        if (piece !== 3) return;
        await truncate(join(folder, 'model', 'model.int8.onnx'), 500);
      };
      const id = await send(wavOf(tonesIn(130, words(4))));
      const failed = await end(id);
      expect(failed.stage).toBe('error_video_process');
      expect(step(failed)).toMatchObject({ state: 'failed', error: expect.stringMatching(/повреждены.*speech:model/) });
      expect(texts(await read(id))).toEqual(['Раз.', 'Два.']);
      await writeTinyModel(join(folder, 'model'));
      before = () => undefined;
      pieces = 0;
      await app.process(id);
      expect((await app.reach(id, ...ends)).stage).toBe('success_video_process');
      expect(texts(await read(id))).toEqual([...said, 'Раз.']);
      expect(pieces).toBe(2);
    },
  );

  longTest(
    'subtitles attached during recognition stay, and the recognised text becomes a draft',
    {
      timeout: patience,
    },
    async () => {
      let id = '';
      const take = () => app.app.call(app.user, 'PUT', `/protocols/${id}/transcript`, { draft: 'take' });
      before = async (piece) => {
        if (piece === 3) {
          const refused = await take();
          expect([refused.statusCode, refused.json().code]).toEqual([409, 'illegal_stage']);
        }
        if (piece !== 2) return;
        const form = new FormData();
        form.append('_method', 'PUT');
        form.append('subtitles', new Blob(['1\n00:00:01,000 --> 00:00:02,000\nИз файла\n']), 'a.srt');
        const reply = await fetch(`${app.server.url}/api/protocols/${id}/transcript`, {
          method: 'POST',
          headers: { authorization: `Bearer ${app.user.token}` },
          body: form,
        });
        expect(reply.status).toBe(200);
      };
      id = await app.addProtocol();
      await new Upload(app.server, id, wavOf(tonesIn(100, words(3))), 1024 * 1024).sendAll();
      await app.reach(id, 'video_uploaded');
      await app.process(id);
      expect(step(await end(id))?.note).toMatch(/для сравнения/);
      const transcript = await read(id);
      expect(texts(transcript)).toEqual(['Из файла']);
      expect(transcript.draft?.segments.map(({ text }) => text)).toEqual(said);
      expect(texts((await take()).json().data)).toEqual(said);
    },
  );

  longTest('a draft discarded while it grows does not come back', { timeout: patience }, async () => {
    const id = await app.addProtocol();
    const earlier = new Upload(app.server, id, wavOf(tonesIn(40, words(1))), 1024 * 1024);
    await earlier.sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    await end(id);
    const first = await read(id);
    const edit = { segments: [{ id: first.segments[0]?.id, text: 'Моё' }] };
    await app.app.call(app.user, 'PUT', `/protocols/${id}/transcript`, edit);
    before = async (piece) => {
      if (piece !== 3) return;
      expect((await read(id)).draft?.segments).toHaveLength(1);
      const { version } = await read(id);
      const reply = await app.app.call(app.user, 'PUT', `/protocols/${id}/transcript`, { version, draft: 'discard' });
      expect(reply.statusCode).toBe(200);
    };
    await new Upload(app.server, id, wavOf(tonesIn(100, words(3))), 1024 * 1024).sendAll(undefined, {
      instead_of: earlier.id,
    });
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    expect(step(await end(id))?.note).toBe('Новая расшифровка отложена');
    expect(await read(id)).toMatchObject({ segments: [{ text: 'Моё' }], draft: null });
  });

  longTest('each audio track is recognised as its own speaker', { timeout: patience }, async () => {
    const one = wavOf(
      tonesIn(10, [
        { word: 0, at: 1 },
        { word: 1, at: 6 },
      ]),
    );
    const other = wavOf(tonesIn(10, [{ word: 2, at: 1.1 }]));
    const maps = ['-i', 'one.wav', '-i', 'other.wav', '-map', '0:a', '-map', '1:a', '-c:a', 'flac', 'v.mkv'];
    // A voice may be named before everything that it says is recognised.
    before = async (piece) => {
      const [latest] = (await app.app.call(app.user, 'GET', '/protocols')).json().data;
      const body = { rename: [{ from: 'Дорожка 1', to: 'Петрова' }] };
      if (piece === 3) await app.app.call(app.user, 'PUT', `/protocols/${latest.id}/transcript`, body);
    };
    const id = await send(makeMedia(maps, { 'one.wav': one, 'other.wav': other }));
    expect((await end(id)).stage).toBe('success_video_process');
    expect((await read(id)).segments.map(({ text, speaker }) => [speaker, text])).toEqual([
      ['Петрова', 'Раз.'],
      ['Дорожка 2', 'Три.'],
      ['Петрова', 'Два.'],
    ]);
  });

  longTest('music and noise are reported as having no speech', { timeout: patience }, async () => {
    const id = await send(wavOf(tonesIn(20, [], 300)));
    const done = await end(id);
    expect(step(done)).toMatchObject({ state: 'done', note: 'Речи в записи не найдено' });
    expect(texts(await read(id))).toEqual([]);
  });

  longTest(
    'a transcript stays until a new one has lines, and lines heard before a cancellation are searchable',
    {
      timeout: patience,
    },
    async () => {
      const id = await send(wavOf(tonesIn(60, words(2))));
      await end(id);
      const again = () => app.app.call(app.user, 'POST', `/protocols/${id}/process-video`, { repeat: 'transcript' });
      await rm(join(folder, 'model'), { recursive: true });
      await again();
      expect((await end(id)).stage).toBe('error_video_process');
      expect(texts(await read(id))).toEqual(['Раз.', 'Два.']);

      await writeTinyModel(join(folder, 'model'), { words: ['▁Первый', '▁Второй', '▁Третий'] });
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const atSecond = pieces + 2;
      before = (piece) => (piece === atSecond ? held : undefined);
      await app.process(id);
      await until(() => pieces === atSecond || undefined, 'the second piece');
      await app.app.call(app.user, 'DELETE', `/protocols/${id}/process-video`);
      release();
      const found = async () =>
        (await app.app.call(app.user, 'GET', `/protocols?search=${encodeURIComponent('первого')}`)).json().data[0];
      expect(await until(found, 'the word to be found')).toMatchObject({ id });
    },
  );

  longTest('a discarded draft stays discarded after a kill, too', { timeout: patience }, async () => {
    const id = await send(wavOf(tonesIn(60, words(2))));
    await end(id);
    const put = (body: object) => app.app.call(app.user, 'PUT', `/protocols/${id}/transcript`, body);
    await put({ segments: [{ id: (await read(id)).segments[0]?.id, text: 'Исправлено' }] });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const atSecond = pieces + 2;
    before = (piece) => (piece === atSecond ? held : undefined);
    await app.app.call(app.user, 'POST', `/protocols/${id}/process-video`, { repeat: 'transcript' });
    await until(() => pieces === atSecond || undefined, 'the second piece');
    expect((await put({ draft: 'discard' })).statusCode).toBe(200);

    const { database, storage } = app.app.services;
    const key = `videos/${(await app.protocol(id)).video?.upload_id}/speech.json`;
    const heard = await readProgress(storage, key, { by: 'machine', run: 2 });
    expect(heard.heard).toHaveLength(1);
    const grower = { run: 2, requireTurn: async () => undefined };
    const restarted = new GrowingTranscript(database, { protocolId: id }, heard, grower);
    await restarted.prepare();
    await restarted.add(heard.heard);
    expect([restarted.note, (await read(id)).draft]).toEqual(['Новая расшифровка отложена', null]);
    release();
    await end(id);
    expect([texts(await read(id))[0], (await read(id)).draft]).toEqual(['Исправлено', null]);
  });

  longTest('a repeat uses a replaced model, without a new upload', { timeout: patience }, async () => {
    const id = await send(wavOf(tonesIn(10, words(1))));
    await end(id);
    expect(texts(await read(id))).toEqual(['Раз.']);
    await writeTinyModel(join(folder, 'model'), { words: ['▁Первый', '▁Второй', '▁Третий'] });
    const again = () => app.app.call(app.user, 'POST', `/protocols/${id}/process-video`, { repeat: 'transcript' });
    expect((await again()).json().data).toMatchObject({ stage: 'video_process', already: false });
    const done = await end(id);
    expect([done.stage, texts(await read(id))]).toEqual(['success_video_process', ['Первый.']]);
    // A request for the whole processing gets no second one.
    expect((await app.process(id)).json().data).toMatchObject({ already: true, stage: 'success_video_process' });
  });

  longTest(
    'a part grows, continues after a failure and can be repeated alone; the first recording is unchanged',
    {
      timeout: patience,
    },
    async () => {
      const id = await send(wavOf(tonesIn(10, words(1))));
      await end(id);
      const part = new Upload(app.server, id, wavOf(tonesIn(100, words(3))), 1024 * 1024);
      for (let index = 0; index < part.total; index += 1) await part.send(index, { place: 'next' });
      const ofPart = async () => (await read(id)).parts?.find((each) => each.recording_id === part.id);
      const recording = async () => (await app.protocol(id)).recordings?.find((each) => each.id === part.id);
      const partEnds = () =>
        until(async () => {
          const stage = (await recording())?.stage ?? '';
          return ends.includes(stage) ? stage : undefined;
        }, 'the part to be processed');
      const saidInPart = async () => (await ofPart())?.segments.map(({ text }) => text);
      await until(recording, 'the part to be there');
      pieces = 0;
      before = async (piece) => {
        if (piece !== 3) return;
        expect(await saidInPart()).toEqual(['Раз.', 'Два.']);
        await truncate(join(folder, 'model', 'model.int8.onnx'), 500);
      };
      await app.process(id, part.id);
      expect(await partEnds()).toBe('error_video_process');
      expect(await saidInPart()).toEqual(['Раз.', 'Два.']);
      await writeTinyModel(join(folder, 'model'));
      before = () => undefined;
      pieces = 0;
      await app.process(id, part.id);
      expect(await partEnds()).toBe('success_video_process');
      expect([await saidInPart(), pieces]).toEqual([said, 1]);
      await writeTinyModel(join(folder, 'model'), { words: ['▁Первый', '▁Второй', '▁Третий'] });
      const again = { repeat: 'transcript', upload_id: part.id };
      const reply = await app.app.call(app.user, 'POST', `/protocols/${id}/process-video`, again);
      expect(reply.json().data).toMatchObject({ stage: 'video_process', already: false });
      expect(await partEnds()).toBe('success_video_process');
      expect(await saidInPart()).toEqual(['Первый.', 'Второй.', 'Третий.']);
      expect([texts(await read(id)), (await app.protocol(id)).stage]).toEqual([['Раз.'], 'success_video_process']);
      await app.app.call(app.user, 'PUT', `/protocols/${id}`, { stage: 'finish' });
      await app.app.call(app.user, 'POST', `/protocols/${id}/final`, {});
      const late = await app.app.call(app.user, 'POST', `/protocols/${id}/process-video`, again);
      expect(late.json().code).toBe('final_read_only');
    },
  );

  longTest('a model for another language is reported, and the recording stays', { timeout: patience }, async () => {
    await writeTinyModel(join(folder, 'model'), { words: ['▁one', '▁two', '▁three'] });
    const failed = await end(await send(wavOf(tonesIn(10, words(1)))));
    expect(step(failed)).toMatchObject({ state: 'failed', error: expect.stringMatching(/не знает русского языка/) });
    expect(failed.video?.url).toBeTruthy();
  });

  longTest(
    'a disk that fills up midway is reported, the recognised pieces stay, and a retry continues',
    {
      timeout: patience,
    },
    async () => {
      const { storage } = app.app.services;
      const put = storage.put.bind(storage);
      let isFull = false;
      storage.put = (...file) =>
        isFull ? Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) : put(...file);
      before = (piece) => {
        isFull ||= piece === 2;
      };
      const id = await send(wavOf(tonesIn(100, words(3))));
      const failed = await end(id);
      storage.put = put;
      expect(step(failed)).toMatchObject({ state: 'failed', error: expect.stringMatching(/закончилось место/) });
      expect(texts(await read(id))).toEqual(['Раз.']);
      pieces = 0;
      before = () => undefined;
      await app.process(id);
      expect((await app.reach(id, ...ends)).stage).toBe('success_video_process');
      expect(texts(await read(id))).toEqual(said);
      expect(pieces).toBe(2);
    },
  );

  longTest('a cancelled run keeps the recognised pieces', { timeout: patience }, async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    before = (piece) => (piece === 2 ? held : undefined);
    const id = await send(wavOf(tonesIn(100, words(3))));
    await until(() => pieces === 2 || undefined, 'the second piece');
    await app.app.call(app.user, 'DELETE', `/protocols/${id}/process-video`);
    release();
    expect(texts(await read(id))).toEqual(['Раз.']);
    before = () => undefined;
    await app.process(id);
    await app.reach(id, 'success_video_process');
    expect(texts(await read(id))).toEqual(said);
  });
});
