import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GrowingTranscript } from '#server/modules/recordings/processing/growing-transcript.ts';
import type { RecognitionProgress } from '#server/modules/recordings/processing/recognition-progress.ts';
import { findTranscript, keepTranscript, segmentsOf } from '#server/schema/derived/transcript-rows.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

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
