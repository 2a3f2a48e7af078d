import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GrowingTranscript } from '#server/modules/recordings/processing/growing-transcript.ts';
import type { RecognitionProgress } from '#server/modules/recordings/processing/recognition-progress.ts';
import { createSpeechService } from '#server/modules/recordings/speech/speech-service.ts';
import { findTranscript, keepTranscript, segmentsOf } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { until } from '#tests/support/processes.ts';
import { makeMedia, tone } from './support/make-media.ts';
import { SpeechEndpoint } from './support/speech-endpoint.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const earlierLines = [0, 10, 20].map((start) => ({ start, end: start + 5, text: `Прежняя ${start}` }));
const piece = (start: number, ...texts: string[]) => ({
  start,
  end: start + 10,
  lines: texts.map((text) => ({ start: start + 1, end: start + 2, text })),
});

describe.each(databaseKinds)('the transcript of a recording that is recognised again on %s', (kind) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    user = await app.addUser();
  });
  afterAll(() => app.close());

  const repeat = async () => {
    const { db } = app.services.database;
    const protocolId: string = (await app.call(user, 'POST', '/protocols', { title: 'Совещание' })).json().data.id;
    const of = { protocolId };
    await db.transaction((tx) => keepTranscript(tx, of, { source: 'service', lines: earlierLines }));
    const earlier = (await findTranscript(db, of))?.id ?? '';
    const progress: RecognitionProgress = { heard: [], pieces: [], place: 'service', earlier };
    const begin = () => {
      const turn = { run: 2, requireTurn: async () => undefined };
      return new GrowingTranscript(app.services.database, of, progress, turn);
    };
    const texts = async () => {
      const present = await findTranscript(db, of);
      return present && (await segmentsOf(db, present.id)).map(({ text }) => text);
    };
    return { begin, progress, texts };
  };
  const add = async (growing: GrowingTranscript, progress: RecognitionProgress, part: ReturnType<typeof piece>) => {
    progress.heard.push(part);
    await growing.add([part]);
  };

  test('a repeat that hears nothing keeps the earlier transcript, and says so', async () => {
    const { begin, texts } = await repeat();
    const growing = begin();
    await growing.prepare();
    await growing.end();
    expect(await texts()).toEqual(earlierLines.map(({ text }) => text));
    expect(growing.note).toBe('Прежняя расшифровка сохранена');
  });

  test('a repeat that stops midway keeps the earlier lines after the recognised part', async () => {
    const { begin, progress, texts } = await repeat();
    const growing = begin();
    await growing.prepare();
    await add(growing, progress, piece(0, 'Новая 0'));
    await growing.pause();
    expect(await texts()).toEqual(['Новая 0', 'Прежняя 10', 'Прежняя 20']);
    const retried = begin();
    await retried.prepare();
    await retried.add(progress.heard);
    await add(retried, progress, piece(10, 'Новая 10'));
    expect(await texts()).toEqual(['Новая 0', 'Новая 10', 'Прежняя 20']);
    await add(retried, progress, piece(20));
    await retried.end();
    expect(await texts()).toEqual(['Новая 0', 'Новая 10']);
  });
});

describe.each(databaseKinds)('a recording with subtitles, where recognition is connected, on %s', (kind) => {
  let app: VideoApp;
  let endpoint: SpeechEndpoint;
  beforeAll(async () => {
    endpoint = await SpeechEndpoint.start();
    const address = { url: endpoint.url, key: 'secret', model: 'whisper-ru' };
    app = await VideoApp.start(kind, { services: { speech: createSpeechService(address) } });
  });
  afterAll(async () => {
    await app.close();
    await endpoint.stop();
  });

  const said = (words: string, seconds = 4) =>
    makeMedia(
      [
        ...tone,
        '-i',
        's.srt',
        '-map',
        '0',
        '-map',
        '1',
        '-t',
        String(seconds),
        '-c:a',
        'aac',
        '-c:s',
        'mov_text',
        'v.mp4',
      ],
      {
        's.srt': `1\n00:00:00,500 --> 00:00:03,500\n${words}\n`,
      },
    );
  const send = async (id: string, file: Buffer, fields = {}) => {
    const upload = new Upload(app.server, id, file, 256 * 1024);
    await upload.sendAll(undefined, fields);
    await until(async () => (await app.protocol(id)).video?.upload_id === upload.id || undefined, 'the recording');
    return upload.id;
  };
  const transcriptOf = async (id: string) => {
    await app.reach(id, 'success_video_process');
    const { source, segments } = (await app.app.call(app.user, 'GET', `/protocols/${id}/transcript`)).json().data;
    return [source, segments.map(({ text }: { text: string }) => text)];
  };

  test('is recognised by each repeat, not only by every second one', async () => {
    const id = await app.addProtocol();
    await send(id, said('Утвердить смету'));
    await app.process(id);
    expect(await transcriptOf(id)).toEqual(['track', ['Утвердить смету']]);
    for (const _repeat of ['first', 'second']) {
      // Another test of this file may have asked the endpoint before.
      const words = `Часть ${endpoint.asked.length + 1}`;
      const repeat = { repeat: 'transcript' };
      await app.app.call(app.user, 'POST', `/protocols/${id}/process-video`, repeat);
      expect(await transcriptOf(id)).toEqual(['service', [words]]);
    }
  });

  test('is recognised at once where its subtitles cover little of it, such as signs and titles', async () => {
    const id = await app.addProtocol();
    await send(id, said('Вывеска', 100));
    await app.process(id);
    expect((await transcriptOf(id))[0]).toBe('service');
  });

  test('keeps its subtitles where it replaces another one and its first run was cancelled early', async () => {
    const id = await app.addProtocol();
    const first = await send(id, said('Утвердить смету'));
    await app.process(id);
    await transcriptOf(id);
    await send(id, said('Закупить серверы'), { instead_of: first });
    const cancelled = { stage: 'error_video_process', video: sql`${protocols.video} || '{"run": 1}'` } as const;
    await app.app.db.update(protocols).set(cancelled).where(eq(protocols.id, id));
    await app.process(id);
    expect(await transcriptOf(id)).toEqual(['track', ['Закупить серверы']]);
  });
});
