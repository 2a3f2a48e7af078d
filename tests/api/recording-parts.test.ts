import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { keepTranscript } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { proposals, summaries } from '#server/schema/video.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { bars, h264, makeMedia } from './support/make-media.ts';
import { databaseKinds } from './support/test-database.ts';
import { sendForeign, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

/** Makes a recording of two seconds in which these words are said, by its subtitles. */
function said(words: string): Buffer {
  const srt = `1\n00:00:00,500 --> 00:00:01,500\n${words}\n`;
  return makeMedia([...bars, '-i', 's.srt', '-t', '2', ...h264, '-c:s', 'mov_text', 'v.mp4'], { 's.srt': srt });
}
const [begin, goOn] = [
  said('Иванов Иван: Решили: утвердить смету отдела'),
  said('Петрова Анна: Решили: закупить серверы'),
];
const next = { place: 'next' };

describe.each(databaseKinds)('several recordings of a protocol on %s', (kind) => {
  let app: VideoApp;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app.app.call(app.user, method, path, body);
  const read = async <T>(path: string): Promise<T> => (await call('GET', path)).json().data;
  const send = async (id: string, file: Buffer, fields: Record<string, string> = {}) => {
    const upload = new Upload(app.server, id, file, 256 * 1024);
    for (let index = 0; index < upload.total; index += 1) expect((await upload.send(index, fields)).status).toBe(200);
    await until(async () => (await upload.status()).data.state === 'assembled' || undefined, 'the file to be verified');
    return upload.id;
  };
  const partOf = (protocol: Protocol, id: string) => protocol.recordings?.find((each) => each.id === id);
  const processed = (id: string, partId: string) =>
    until(async () => {
      const protocol = await app.protocol(id);
      return /^(success|error)/.test(partOf(protocol, partId)?.stage ?? '') ? protocol : undefined;
    }, 'the part to be processed');
  /** Adds a protocol whose first recording is processed. */
  const recorded = async (file = begin) => {
    const id = await app.addProtocol();
    const first = await send(id, file, next);
    await app.process(id, first);
    return { id, first, protocol: await app.reach(id, 'success_video_process') };
  };
  const withPart = async () => {
    const made = await recorded();
    const part = await send(made.id, goOn, next);
    await app.process(made.id, part);
    return { ...made, part, protocol: await processed(made.id, part) };
  };

  /** Uploads two recordings, whose content does not matter. */
  const uploaded = async () => {
    const id = await app.addProtocol();
    const first = await send(id, Buffer.alloc(400, 1), next);
    return { id, first, part: await send(id, Buffer.alloc(600, 2), next) };
  };

  test('the second recording follows the first, with its own file, steps and transcript', async () => {
    const { id, first, part, protocol } = await withPart();
    expect(protocol).toMatchObject({ stage: 'success_video_process', video: { upload_id: first } });
    expect(protocol.recordings?.map(({ id: own, is_first, stage }) => [own, is_first, stage])).toEqual([
      [first, true, 'success_video_process'],
      [part, false, 'success_video_process'],
    ]);
    const second = partOf(protocol, part);
    expect(second?.processing?.find(({ step }) => step === 'transcript')).toMatchObject({ state: 'done' });
    for (const address of [second?.video?.url, second?.video?.poster_url]) {
      expect((await fetch(`${app.server.url}${address}`)).status).toBe(200);
    }
    expect(await (await fetch(`${app.server.url}${second?.video?.captions_url}`)).text()).toContain('закупить серверы');
    const wrong = second?.video?.url?.replace(/&recording_id=[^&]*/, '');
    expect((await fetch(`${app.server.url}${wrong}`)).status).toBe(403);
    const transcript = await read<Transcript>(`/protocols/${id}/transcript`);
    expect(transcript.segments.map(({ text }) => text)).toEqual(['Решили: утвердить смету отдела']);
    expect(transcript.parts?.map((each) => [each.recording_id, each.segments[0]?.text])).toEqual([
      [part, 'Решили: закупить серверы'],
    ]);
    type Proposed = { text: string; evidence: { recording_id?: string; start: number; end: number } };
    const proposed = await read<Proposed[]>(`/protocols/${id}/proposals`);
    expect(proposed.map(({ text, evidence }) => [text, evidence.recording_id, evidence.start, evidence.end])).toEqual([
      ['Утвердить смету отдела', undefined, 0.5, 1.5],
      ['Закупить серверы', part, 0.5, 1.5],
    ]);
    await call('PUT', `/protocols/${id}/recordings`, { order: [part, first] });
    const moved = await read<Proposed[]>(`/protocols/${id}/proposals`);
    expect(moved.map(({ text }) => text)).toEqual(['Закупить серверы', 'Утвердить смету отдела']);
  });

  longTest('the search finds words in every recording, together and with their moment', async () => {
    const { id, part } = await withPart();
    const find = async (words: string) => {
      const groups = await read<{ kind: string; hits: { id: string; at: number; recording_id?: string }[] }[]>(
        `/search?search=${encodeURIComponent(words)}`,
      );
      const hit = groups.find((each) => each.kind === 'transcript')?.hits.find((each) => each.id === id);
      return hit && [hit.at, hit.recording_id];
    };
    expect(await find('сервера')).toEqual([0.5, part]);
    expect(await find('смета')).toEqual([0.5, undefined]);
    expect(await find('смета сервера')).toEqual([0.5, undefined]);
    await call('DELETE', `/protocols/${id}/recordings/${part}`);
    expect(await find('сервера')).toBeUndefined();
    expect(await find('смета')).toEqual([0.5, undefined]);
  });

  test('a client of the specification replaces the first recording, the other parts stay', async () => {
    const { id, first, part } = await uploaded();
    await sendForeign(app.server, id, [
      ['total_chunks', '1'],
      ['chunk_index', '0'],
      ['video', Buffer.alloc(500, 3)],
    ]);
    const protocol = await until(async () => {
      const now = await app.protocol(id);
      return now.video?.upload_id === first ? undefined : now;
    }, 'the first to be replaced');
    const other = protocol.video?.upload_id;
    expect(protocol.stage).toBe('video_uploaded');
    expect(protocol.recordings?.map((each) => each.id)).toEqual([other, part]);
    expect((await new Upload(app.server, id, Buffer.alloc(600, 2), 256 * 1024, part).status()).data.state).toBe(
      'assembled',
    );
  });

  test('only a recording named for replacement is replaced; an upload naming none, or a missing one, is the next part', async () => {
    const { id, first, part } = await uploaded();
    const nameless = await send(id, Buffer.alloc(500, 3));
    const instead = await send(id, Buffer.alloc(510, 4), { instead_of: first });
    const late = await send(id, Buffer.alloc(520, 5), { instead_of: first });
    const recordings = (await app.protocol(id)).recordings?.map((each) => [each.id, each.is_first]);
    expect(recordings).toEqual([
      [instead, true],
      [part, false],
      [nameless, false],
      [late, false],
    ]);
  });

  test('recordings can be reordered, named and given breaks', async () => {
    const { id, first, part } = await uploaded();
    const reply = await call('PUT', `/protocols/${id}/recordings`, { order: [part, first] });
    expect(reply.json().data.map((each: Recording) => each.id)).toEqual([part, first]);
    await call('PUT', `/protocols/${id}/recordings/${part}`, { title: ' Утро ', pause: 5 });
    await call('PUT', `/protocols/${id}/recordings/${first}`, { title: 'День', pause: 2_470 });
    const protocol = await app.protocol(id);
    expect(protocol.recordings?.map(({ title, pause, is_first }) => [title, pause, is_first])).toEqual([
      ['Утро', 5, false],
      ['День', 2_470, true],
    ]);
    expect(protocol.video?.upload_id).toBe(first);
    // The next recording goes after all others.
    const last = await send(id, Buffer.alloc(700, 4), next);
    expect((await app.protocol(id)).recordings?.map((each) => each.id)).toEqual([part, first, last]);
    for (const order of [
      [part, first],
      [part, first, last, 'x'],
      [part, part, first],
    ]) {
      expect((await call('PUT', `/protocols/${id}/recordings`, { order })).statusCode).toBeGreaterThan(400);
    }
    const weeks = await call('PUT', `/protocols/${id}/recordings/${part}`, { pause: 1e7 });
    expect([weeks.statusCode, Object.keys(weeks.json().errors)]).toEqual([422, ['pause']]);
  });

  test('a part can be deleted with its files and transcript, the first recording cannot', async () => {
    const { id, first, part } = await uploaded();
    const address = partOf(await app.protocol(id), part)?.video?.original_url;
    expect((await fetch(`${app.server.url}${address}`)).status).toBe(200);
    expect((await call('DELETE', `/protocols/${id}/recordings/${first}`)).statusCode).toBe(409);
    const reply = await call('DELETE', `/protocols/${id}/recordings/${part}`);
    expect([reply.statusCode, reply.json().data]).toEqual([200, []]);
    expect((await app.protocol(id)).recordings).toBeUndefined();
    expect(await read<Transcript>(`/protocols/${id}/transcript`)).not.toHaveProperty('parts');
    expect((await fetch(`${app.server.url}${address}`)).status).toBe(403);
    expect((await call('DELETE', `/protocols/${id}/recordings/${part}`)).statusCode).toBe(404);
  });

  longTest(
    'deleting a part removes its proposals, and the summary waits for the processing of the first recording',
    async () => {
      const { id, first } = await uploaded();
      const part = await send(id, goOn);
      await app.process(id, part);
      await processed(id, part);
      const proposed = () => read<{ evidence: { recording_id?: string } }[]>(`/protocols/${id}/proposals`);
      expect((await proposed()).map(({ evidence }) => evidence.recording_id)).toEqual([part]);
      const summed = () => read<{ versions: unknown[] }>(`/protocols/${id}/summary`);
      expect((await summed()).versions).toHaveLength(1);

      const running = { stage: 'video_process' as const };
      await app.app.db
        .update(protocols)
        .set({ ...running, processing: [] })
        .where(eq(protocols.id, id));
      const others = (await app.protocol(id)).recordings?.map((each) => each.id).filter((each) => each !== first);
      await call('PUT', `/protocols/${id}/recordings`, { order: [first, ...(others ?? []).toReversed()] });
      await call('DELETE', `/protocols/${id}/recordings/${part}`);
      // The summary is made anew at the end of that processing.
      const waiting = { step: 'summary', state: 'waiting' };
      expect(await app.protocol(id)).toMatchObject({ ...running, processing: [waiting] });
      expect(await proposed()).toEqual([]);
      expect((await summed()).versions).toEqual([]);
    },
  );

  test('a summary stays when a part without speech is deleted, also while there is no transcript', async () => {
    const { id, part } = await uploaded();
    const made = { id: uuidv7(), protocolId: id, source: 'llm' as const, text: 'Утвердили смету', version: 1 };
    await app.app.db.insert(summaries).values(made);
    expect((await call('DELETE', `/protocols/${id}/recordings/${part}`)).statusCode).toBe(200);
    expect(await read(`/protocols/${id}/summary`)).toMatchObject({ text: 'Утвердили смету', version: 1 });
  });

  test('a replaced first recording takes its machine-made summary and its open proposals along', async () => {
    const { id, first, part } = await uploaded();
    const { db } = app.app;
    const lines = [{ start: 1, end: 2, text: 'Решили: утвердить смету' }];
    await db.transaction((tx) => keepTranscript(tx, { protocolId: id }, { source: 'service', lines }));
    const summary = { protocolId: id, text: 'Утвердили смету' };
    await db.insert(summaries).values([
      { ...summary, id: uuidv7(), source: 'human', version: 1 },
      { ...summary, id: uuidv7(), source: 'llm', version: 2 },
    ]);
    const proposal = { protocolId: id, kind: 'decision', source: 'extract', evidence: { start: 1, end: 2 } } as const;
    const rows = [
      { ...proposal, text: 'Открытое' },
      { ...proposal, text: 'Принятое', state: 'accepted' as const },
      { ...proposal, text: 'Из части', evidence: { start: 1, end: 2, recording_id: part } },
    ];
    await db.insert(proposals).values(rows.map((row) => ({ ...row, id: uuidv7(), textKey: row.text })));
    await send(id, Buffer.alloc(500, 3), { instead_of: first });
    const kept = await db.select().from(proposals).where(eq(proposals.protocolId, id));
    expect(kept.map(({ text }) => text).toSorted()).toEqual(['Из части', 'Принятое']);
    expect(await read(`/protocols/${id}/summary`)).toMatchObject({ source: 'human', version: 1 });
  });

  longTest('a part deleted while its file is being made leaves no file behind', async () => {
    const { id } = await uploaded();
    const part = await send(id, goOn);
    const { adopt } = app.app.services.storage;
    const spy = vi.spyOn(app.app.services.storage, 'adopt').mockImplementation(async (path, key, type) => {
      await adopt.call(app.app.services.storage, path, key, type);
      if (key.startsWith(`videos/${part}/`)) await call('DELETE', `/protocols/${id}/recordings/${part}`);
    });
    await app.process(id, part);
    const ofPlayable = eq(discardedFiles.storageKey, `videos/${part}/playable.mp4`);
    await until(
      async () => (await app.app.db.select().from(discardedFiles).where(ofPlayable))[0],
      'the file to be discarded',
    );
    spy.mockRestore();
  });

  longTest('lines are corrected and speakers renamed in the part that is named', async () => {
    const { id, part } = await withPart();
    const { parts } = await read<Transcript>(`/protocols/${id}/transcript`);
    const line = parts?.[0]?.segments[0];
    const change = {
      recording_id: part,
      segments: [{ id: line?.id, text: 'Закупить два сервера' }],
      rename: [{ from: 'Петрова Анна', to: 'Петрова А. А.' }],
    };
    const reply = await call('PUT', `/protocols/${id}/transcript`, change);
    expect(reply.json().data.parts[0].segments[0]).toMatchObject({
      text: 'Закупить два сервера',
      speaker: 'Петрова А. А.',
    });
    const foreign = await call('PUT', `/protocols/${id}/transcript`, { ...change, recording_id: 'нет такой' });
    expect(foreign.statusCode).toBe(404);
    const elsewhere = await call('PUT', `/protocols/${id}/transcript`, { ...change, recording_id: null });
    expect(elsewhere.statusCode).toBe(409);
  });

  test('a part fails by itself and can be retried; cancelling concerns only the part that is named', async () => {
    const { id, part } = await uploaded();
    const begun = await app.process(id, part);
    expect(begun.json().data).toMatchObject({ stage: 'video_process', already: false });
    const protocol = await processed(id, part);
    expect([protocol.stage, partOf(protocol, part)?.stage]).toEqual(['video_uploaded', 'error_video_process']);
    expect((await app.process(id, part)).json().data).toMatchObject({ stage: 'video_process', already: false });
    await processed(id, part);
    const cancelled = await call('DELETE', `/protocols/${id}/process-video?recording_id=${part}`);
    expect(cancelled.json().message).toBe('Обработка сейчас не идёт');
    const gone = await call('DELETE', `/protocols/${id}/process-video?recording_id=${uuidv7()}`);
    expect(gone.statusCode, 'the first is not meant').toBe(404);
  });

  test('a protocol is not finished while a part is processed, and no part is retried once it is final', async () => {
    const { id } = await recorded();
    const part = await send(id, Buffer.alloc(600, 2), next);
    const finish = () => call('PUT', `/protocols/${id}`, { stage: 'finish' });
    expect((await finish()).json().message).toBe(
      'Обработка части записи не начата. Начните её или удалите часть, тогда протокол можно будет завершить.',
    );
    await app.process(id, part);
    await processed(id, part);
    expect((await finish()).statusCode).toBe(200);
    await app.app.call(app.user, 'POST', `/protocols/${id}/final`, {});
    expect((await app.process(id, part)).statusCode).toBe(409);
  });

  test('a final protocol takes no further recording', async () => {
    const { id } = await recorded();
    const upload = new Upload(app.server, id, goOn, 256 * 1024);
    await upload.sendAll(Array.from({ length: upload.total - 1 }, (_, index) => index));
    await call('PUT', `/protocols/${id}`, { stage: 'finish' });
    await app.app.call(app.user, 'POST', `/protocols/${id}/final`, {});
    expect((await upload.send(upload.total - 1, next)).code).toBe('final_read_only');
    expect((await app.protocol(id)).recordings).toBeUndefined();
  });
});
