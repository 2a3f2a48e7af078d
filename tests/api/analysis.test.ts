import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Summary } from '#contract/insights/summary.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { transcriptSegments } from '#server/schema/transcript-lines.ts';
import { transcripts } from '#server/schema/video.ts';
import { ChatServer } from '#tests/support/chat-server.ts';
import { until } from '#tests/support/processes.ts';
import { makeRecording } from './support/recording.ts';
import { insertTranscript, meetingTalk } from './support/spoken.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const recording = makeRecording('mp3', 2);

describe.each(databaseKinds)('transcript analysis on %s', (kind) => {
  let app: VideoApp;
  let chat: ChatServer;
  let modelled: VideoApp;
  beforeAll(async () => {
    chat = await ChatServer.start();
    app = await VideoApp.start(kind);
    modelled = await VideoApp.start(kind, { config: { llm: { url: chat.url, key: 'k', model: 'm' } } });
  });
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
    await modelled.close();
    await chat.stop();
  });

  const get = async <T>(server: VideoApp, path: string): Promise<T> =>
    (await server.app.call(server.user, 'GET', path)).json().data;
  const summaryOf = (id: string, server = app) => get<Summary>(server, `/protocols/${id}/summary`);
  const proposalsOf = (id: string, server = app) => get<Proposal[]>(server, `/protocols/${id}/proposals`);
  const addKeyword = async (name: string) => (await app.app.call(app.user, 'POST', '/keywords', { name })).json().data;
  const stepOf = (steps: readonly ProcessingStep[] | null | undefined, name: string) =>
    steps?.find(({ step }) => step === name);
  const spoken = async (server = app, texts = meetingTalk) => {
    const id = await server.addProtocol();
    return { id, transcriptId: await insertTranscript(server.app.db, id, texts) };
  };
  const marksOf = async (transcriptId: string) => {
    const rows = await app.app.db
      .select({ keywords: transcriptSegments.keywords })
      .from(transcriptSegments)
      .where(eq(transcriptSegments.transcriptId, transcriptId))
      .orderBy(asc(transcriptSegments.start));
    return rows.map(({ keywords }) => keywords);
  };
  const marked = (transcriptId: string, keyword: string) =>
    expect.poll(async () => (await marksOf(transcriptId)).map((names) => names.includes(keyword)));
  /** Requests a new summary, and waits for it. */
  const sumUp = async (id: string, server = app) => {
    const asked = await server.app.call(server.user, 'POST', `/protocols/${id}/summary`, {});
    expect([asked.statusCode, stepOf(asked.json().data.processing, 'summary')?.state]).toEqual([202, 'running']);
    return until(async () => {
      const step = stepOf((await server.protocol(id)).processing, 'summary');
      return step?.state === 'running' ? undefined : step;
    }, 'the summary');
  };

  test('processing marks the keywords, makes the summary and proposes items of the minutes', async () => {
    await addKeyword('аренда');
    const { id, transcriptId } = await spoken();
    await new Upload(app.server, id, recording, 256 * 1024).sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    const done = await app.reach(id, 'success_video_process', 'error_video_process');
    expect([stepOf(done.processing, 'keywords')?.state, stepOf(done.processing, 'summary')?.state]).toEqual([
      'done',
      'done',
    ]);
    expect((await marksOf(transcriptId)).map((names) => names.includes('аренда'))).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    const made = await summaryOf(id);
    expect(made).toMatchObject({ source: 'extract', version: 1, draft: null });
    expect(made.points?.map(({ text }) => text)).toContain('Решили: утвердить смету с сокращением командировок.');
    for (const { evidence } of made.points ?? []) {
      expect(evidence).toMatchObject({ speaker: 'Иванов С. П.', quote: expect.any(String) });
      expect((evidence?.start ?? -1) % 4).toBe(0);
    }
    expect((await proposalsOf(id)).map((each) => [each.kind, each.text, each.source, each.evidence?.start])).toEqual([
      ['question', 'Смета на первый квартал', 'extract', 0],
      ['decision', 'Утвердить смету с сокращением командировок.', 'extract', 8],
      ['task', meetingTalk[3], 'keyword', 12],
      ['question', 'Договор с подрядчиком', 'extract', 16],
      ['decision', 'Согласовать договор на условиях рассрочки.', 'extract', 20],
    ]);
  });

  test('a summary requested during encoding puts a finished or skipped step back to waiting', async () => {
    const { id } = await spoken();
    const { db, services } = app.app;
    const steps = (summary: ProcessingStep['state']): ProcessingStep[] => [
      { step: 'playable', state: 'running' },
      { step: 'summary', state: summary },
    ];
    const ask = async (summary: ProcessingStep['state']) => {
      const processing = steps(summary);
      await db.update(protocols).set({ stage: 'video_process', processing }).where(eq(protocols.id, id));
      const asked = await db.transaction((tx) => services.analysis.askSummary(tx, id));
      return stepOf(asked, 'summary')?.state;
    };
    expect([await ask('skipped'), await ask('done'), await ask('running')]).toEqual(['waiting', 'waiting', 'running']);
  });

  test('a summary requested while its earlier job is ending is queued under another key and made', async () => {
    const { id } = await spoken();
    const { services } = app.app;
    const send = vi.spyOn(services.jobs, 'send').mockResolvedValueOnce(false);
    const asked = await services.database.db.transaction((tx) => services.analysis.askSummary(tx, id));
    expect(stepOf(asked, 'summary')?.state).toBe('running');
    expect(new Set(send.mock.calls.map(([, key]) => key)).size).toBe(2);
    send.mockRestore();
    await until(
      async () => stepOf((await app.protocol(id)).processing, 'summary')?.state === 'done' || undefined,
      'it',
    );
    expect((await summaryOf(id)).text).not.toBe('');
  });

  test('adding, renaming or removing a keyword updates its marks in every transcript, in any word form', async () => {
    const [first, second] = [await spoken(), await spoken()];
    const keyword = await addKeyword('рассрочка');
    for (const { transcriptId } of [first, second]) {
      await marked(transcriptId, 'рассрочка').toEqual([false, false, false, false, true, true]);
    }
    await app.app.call(app.user, 'PUT', `/keywords/${keyword.id}`, { name: 'подготовка отчётов' });
    await marked(first.transcriptId, 'рассрочка').not.toContain(true);
    await app.app.call(app.user, 'PUT', `/keywords/${keyword.id}`, { name: 'сокращение' });
    await marked(second.transcriptId, 'сокращение').toEqual([false, false, true, false, false, false]);
    await app.app.call(app.user, 'DELETE', `/keywords/${keyword.id}`);
    for (const { transcriptId } of [first, second]) await marked(transcriptId, 'сокращение').not.toContain(true);
  });

  test('a corrected line is analysed again: answered proposals stay answered, open ones are updated', async () => {
    const { id, transcriptId } = await spoken();
    await app.app.services.analysis.transcriptChanged(app.app.db, id);
    await expect.poll(async () => (await proposalsOf(id)).length).toBe(5);
    const [question, decision] = await proposalsOf(id);
    const answer = (each: Proposal | undefined, state: string) =>
      app.app.call(app.user, 'PUT', `/protocols/${id}/proposals/${each?.id}`, { state });
    expect((await answer(question, 'dismissed')).json().data).toMatchObject({ id: question?.id, state: 'dismissed' });
    await answer(decision, 'accepted');
    const line = and(eq(transcriptSegments.transcriptId, transcriptId), eq(transcriptSegments.id, 's3'));
    await app.app.db.update(transcriptSegments).set({ text: 'Поручаю Киму закрыть договор аренды.' }).where(line);
    await app.app.db.update(transcripts).set({ version: 2 }).where(eq(transcripts.id, transcriptId));
    await app.app.services.analysis.transcriptChanged(app.app.db, id);
    await expect
      .poll(async () => (await proposalsOf(id)).map((each) => [each.kind, each.state, each.text]))
      .toContainEqual(['task', 'open', 'Поручаю Киму закрыть договор аренды.']);
    const now = await proposalsOf(id);
    expect(now.map(({ state }) => state)).toEqual(['dismissed', 'accepted', 'open', 'open', 'open']);
    expect(now.filter(({ kind: what }) => what === 'task')).toHaveLength(1);
  });

  test('a run makes a version, nothing when all is the same, and a draft beside a summary that a person wrote', async () => {
    const { id, transcriptId } = await spoken();
    expect(await sumUp(id)).toEqual({ step: 'summary', state: 'done' });
    const first = await summaryOf(id);
    await sumUp(id);
    expect(await summaryOf(id)).toEqual(first);
    const points = [{ text: 'Смета утверждена', evidence: first.points?.[0]?.evidence ?? null }];
    const mine = { version: 1, text: 'Главное', points };
    const written = await app.app.call(app.user, 'PUT', `/protocols/${id}/summary`, mine);
    expect(written.json().data).toMatchObject({ text: 'Главное', points, source: 'human', version: 2, draft: null });
    await app.app.db.delete(transcriptSegments).where(eq(transcriptSegments.transcriptId, transcriptId));
    expect(await sumUp(id)).toEqual({ step: 'summary', state: 'skipped', note: 'Расшифровки нет' });
    const text = 'Решили: отложить закупку принтеров до весны.';
    const line = { transcriptId, id: 'новая', start: 1, end: 2, text };
    await app.app.db.insert(transcriptSegments).values(line);
    await sumUp(id);
    const now = await summaryOf(id);
    expect(now).toMatchObject({ text: 'Главное', source: 'human', version: 2 });
    expect(now.draft).toMatchObject({ text, source: 'extract', points: [{ text }] });
    expect(now.versions?.map(({ version, source }) => [version, source])).toEqual([
      [2, 'human'],
      [1, 'extract'],
    ]);
    const taken = { version: 2, text: 'Главное', points: [...points, ...(now.draft?.points ?? [])], draft: 'discard' };
    const after = (await app.app.call(app.user, 'PUT', `/protocols/${id}/summary`, taken)).json().data;
    expect(after).toMatchObject({ source: 'human', version: 3, draft: null });
    expect(after.points).toHaveLength(2);
  });

  test('when the model refuses, the summary is extracted from the transcript and a note says why', async () => {
    chat.play(() => ({ status: 401 }));
    const { id } = await spoken(modelled);
    expect(await sumUp(id, modelled)).toEqual({
      step: 'summary',
      state: 'done',
      note: 'Языковая модель не приняла ключ доступа: итоги выбраны из расшифровки',
    });
    expect((await summaryOf(id, modelled)).source).toBe('extract');
    expect(modelled.app.errors.splice(0)).toHaveLength(1);
  });

  test('the model’s answer becomes the summary, with moments and proposals; invented points are dropped', async () => {
    chat.play(
      () => ({ status: 429 }),
      () => 'Итоги такие:',
      () => ({
        text: 'Смету утвердили.',
        points: [
          { text: 'Смета утверждена', lines: [3] },
          { text: 'Куплен завод', lines: [70] },
        ],
        tasks: [{ text: 'Орловой – отчёт по аренде за две недели', lines: [4] }],
      }),
    );
    const { id } = await spoken(modelled);
    expect(await sumUp(id, modelled)).toEqual({ step: 'summary', state: 'done' });
    const made = await summaryOf(id, modelled);
    expect(made).toMatchObject({ text: 'Смету утвердили.', source: 'llm', version: 1 });
    expect(made.points).toEqual([
      { text: 'Смета утверждена', evidence: { start: 8, end: 11, quote: meetingTalk[2], speaker: 'Иванов С. П.' } },
    ]);
    expect((await proposalsOf(id, modelled)).map((each) => [each.kind, each.source, each.evidence?.start])).toEqual([
      ['task', 'llm', 12],
    ]);
    expect(modelled.app.errors).toEqual([]);
  });

  test('a summary is made again if recordings are moved beside each other meanwhile', async () => {
    const { id } = await spoken(modelled);
    const placed = (offset: number) =>
      modelled.app.db
        .update(protocols)
        .set({ video: { upload_id: 'u', offset } as StoredVideo })
        .where(eq(protocols.id, id));
    await placed(0);
    chat.play(async () => {
      await placed(7);
      return { text: 'Обсудили смету.', points: [{ text: 'Смета утверждена', lines: [3] }], tasks: [] };
    });
    expect(await sumUp(id, modelled)).toMatchObject({ state: 'done' });
    expect(chat.requests).toHaveLength(2);
  });

  test('a summary is made twice at most while the transcript is being corrected, and says that it is behind', async () => {
    const { id, transcriptId } = await spoken(modelled);
    const answer = { text: 'Обсудили смету.', points: [{ text: 'Смета утверждена', lines: [3] }], tasks: [] };
    chat.play(async () => {
      await modelled.app.db
        .update(transcripts)
        .set({ version: sql`${transcripts.version} + 1` })
        .where(eq(transcripts.id, transcriptId));
      return answer;
    });
    expect(await sumUp(id, modelled)).toMatchObject({ state: 'done', note: expect.stringContaining('исправлений') });
    expect(chat.requests).toHaveLength(2);
    expect((await summaryOf(id, modelled)).text).toContain('смет');
  });
});
