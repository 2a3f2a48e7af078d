import { execFileSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { createSpeechService } from '#server/modules/recordings/speech/speech-service.ts';
import { keepTranscript } from '#server/schema/derived/transcript-rows.ts';
import { byLevel, isLong } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { bars, h264, makeMedia, silence, tone } from './support/make-media.ts';
import { SpeechEndpoint, sendJson, verbose } from './support/speech-endpoint.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const patience = 180_000;
const ends = ['success_video_process', 'error_video_process'];
const srt =
  '1\n00:00:00,500 --> 00:00:01,500\nИванов Иван: Утвердить смету\n\n2\n00:00:02,000 --> 00:00:03,000\nЁлка\n';
const srtLines = [
  [0.5, 1.5, 'Утвердить смету', 'Иванов Иван'],
  [2, 3, 'Ёлка', null],
];
/** A short recording at the low bit rate of dictaphones. */
const spoken = () => makeMedia([...tone, '-t', '4', '-ar', '8000', '-c:a', 'libmp3lame', 'a.mp3']);
/** A recording of eleven minutes: three pieces, wherever they are cut. */
const long = () => makeMedia([...tone, '-t', '650', '-ar', '16000', '-b:a', '16k', '-c:a', 'libmp3lame', 'a.mp3']);

describe.each(databaseKinds)('the transcript of a recording on %s', (kind) => {
  let plain: VideoApp;
  let app: VideoApp;
  let endpoint: SpeechEndpoint;
  /** Long enough for an answer on any machine; short where none comes. */
  const waits = { answerMs: 60_000, pausesMs: [10, 10] };
  beforeAll(async () => {
    endpoint = await SpeechEndpoint.start();
    const address = { url: endpoint.url, key: 'secret', model: 'whisper-ru' };
    const speech = createSpeechService(address, waits);
    [plain, app] = await Promise.all([VideoApp.start(kind), VideoApp.start(kind, { services: { speech } })]);
  }, patience);
  afterEach(() => {
    endpoint.asked.length = 0;
    waits.answerMs = 60_000;
    endpoint.behave = (reply, number) => sendJson(reply, verbose([0, 1, `Часть ${number}`]));
  });
  afterAll(async () => {
    expect([...plain.app.errors, ...app.app.errors]).toEqual([]);
    await Promise.all([plain.close(), app.close()]);
    await endpoint.stop();
  });

  const process = async (to: VideoApp, file: Buffer, protocolId?: string) => {
    const id = protocolId ?? (await to.addProtocol());
    const first = protocolId && (await to.protocol(id)).video?.upload_id;
    await new Upload(to.server, id, file, 256 * 1024).sendAll(undefined, first ? { instead_of: first } : {});
    await to.reach(id, 'video_uploaded');
    await to.process(id);
    return to.reachWithin(patience, id, ...ends);
  };
  const read = async (to: VideoApp, { id }: { id: unknown }): Promise<Transcript> =>
    (await to.app.call(to.user, 'GET', `/protocols/${id}/transcript`)).json().data;
  const lines = ({ segments }: Transcript) =>
    segments.map(({ start, end, text, speaker }) => [start, end, text, speaker]);
  const step = ({ processing }: Protocol, name: string) => processing?.find((one) => one.step === name);

  test('a subtitle track of the file is read with its speakers, and shown as captions', async () => {
    const file = makeMedia([...bars, '-i', 's.srt', '-t', '4', ...h264, '-c:s', 'mov_text', 'v.mp4'], { 's.srt': srt });
    const done = await process(plain, file);
    expect(done.stage).toBe('success_video_process');
    expect(step(done, 'audio')).toMatchObject({ state: 'skipped', note: 'В записи нет звука' });
    expect(step(done, 'transcript')).toMatchObject({ state: 'done', note: 'Взята из субтитров записи' });
    const transcript = await read(plain, done);
    expect(lines(transcript)).toEqual(srtLines);
    expect(transcript).toMatchObject({ source: 'track', version: 1, draft: null });
    expect(transcript.speakers).toEqual([{ name: 'Иванов Иван', user_id: null }]);
    const captions = await fetch(`${plain.server.url}${done.video?.captions_url}`);
    expect([captions.status, captions.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
    expect(await captions.text()).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:01.500\n<v Иванов Иван>Утвердить смету\n\n00:00:02.000 --> 00:00:03.000\nЁлка\n',
    );
    const unsigned = await fetch(
      `${plain.server.url}${String(done.video?.captions_url).replace(/signature=[^&]*/, '')}`,
    );
    expect(unsigned.status).toBe(403);
  });

  longTest(
    'with recognition a foreign track is ignored, and a repeat recognises the sound despite a Russian track',
    async () => {
      const withTrack = (text: string) =>
        makeMedia(
          [...tone, '-i', 's.srt', '-map', '0', '-map', '1', '-t', '4', '-c:a', 'aac', '-c:s', 'mov_text', 'v.mp4'],
          {
            's.srt': text,
          },
        );
      const heard = [[0, 1, 'Часть 1', null]];
      const foreign = await process(app, withTrack('1\n00:00:00,500 --> 00:00:01,500\nApprove the budget\n'));
      expect(lines(await read(app, foreign))).toEqual(heard);
      const russian = await process(app, withTrack('1\n00:00:00,500 --> 00:00:01,500\nУтвердить смету\n'));
      expect(await read(app, russian)).toMatchObject({ source: 'track' });
      const asked = await app.app.call(app.user, 'POST', `/protocols/${russian.id}/process-video`, {
        repeat: 'transcript',
      });
      expect(asked.json()).toMatchObject({ data: { already: false } });
      await app.reachWithin(patience, String(russian.id), 'success_video_process');
      const again = await read(app, russian);
      expect([again.source, lines(again)]).toEqual(['service', [[0, 1, expect.stringMatching(/^Часть/), null]]]);
    },
  );

  longTest.each(['cp1251', 'koi8-r', 'cp866'])(
    'a track in %s is read too, a Russian one is preferred',
    async (encoding) => {
      const russian = execFileSync('iconv', ['-f', 'utf-8', '-t', encoding], { input: srt });
      const inputs = ['-i', 'en.srt', '-i', 'ru.srt', '-map', '0', '-map', '1', '-map', '2'];
      const tags = ['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=rus'];
      const file = makeMedia([...bars, ...inputs, '-t', '4', ...h264, '-c:s', 'copy', ...tags, 'v.mkv'], {
        'en.srt': '1\n00:00:00,500 --> 00:00:01,500\nApprove the budget\n',
        'ru.srt': russian,
      });
      expect(lines(await read(plain, await process(plain, file)))).toEqual(srtLines);
    },
  );

  longTest('with an unreadable track the sound is recognised instead', async () => {
    const inputs = ['-i', 'empty.srt', '-map', '0', '-map', '1', '-map', '2'];
    const file = makeMedia([...bars, ...tone, ...inputs, '-t', '4', ...h264, '-c:s', 'copy', 'v.mkv'], {
      'empty.srt': '1\n00:00:00,500 --> 00:00:01,500\n{\\an8}\n',
    });
    expect(lines(await read(app, await process(app, file)))).toEqual([[0, 1, 'Часть 1', null]]);
  });

  longTest('without recognition the step is skipped, not an error, and captions are not offered', async () => {
    const done = await process(plain, spoken());
    expect(done.stage).toBe('success_video_process');
    expect(step(done, 'transcript')).toMatchObject({
      state: 'skipped',
      note: expect.stringMatching(/^Распознавание речи не подключено\. Попросите администратора/),
    });
    expect(await read(plain, done)).toEqual({ segments: [], speakers: [], source: null, version: null, draft: null });
    expect(done.video?.captions_url).toBeUndefined();
  });

  test('recognition is asked in Russian, with the keywords as a hint', async () => {
    for (const name of ['смета', 'Меридиан']) await app.app.call(app.user, 'POST', '/keywords', { name });
    const done = await process(app, spoken());
    expect(step(done, 'transcript')).toMatchObject({ state: 'done' });
    expect(lines(await read(app, done))).toEqual([[0, 1, 'Часть 1', null]]);
    expect((await read(app, done)).source).toBe('service');
    expect(endpoint.asked).toEqual([
      {
        path: '/v1/audio/transcriptions',
        key: 'Bearer secret',
        fields: { model: 'whisper-ru', language: 'ru', response_format: 'verbose_json', prompt: 'Меридиан, смета' },
        size: expect.any(Number),
      },
    ]);
  });

  longTest('a long sound is sent in pieces, and every line keeps its time', { timeout: patience }, async () => {
    endpoint.behave = (reply, number) => sendJson(reply, verbose([1, 2.5, ` Часть ${number} `], [500, 600, 'поздно']));
    const done = await process(app, long());
    expect(done.stage).toBe('success_video_process');
    const transcript = await read(app, done);
    expect(endpoint.asked).toHaveLength(3);
    for (const { size } of endpoint.asked) expect(size).toBeLessThan(25 * 1024 * 1024);
    const parts = transcript.segments.filter(({ text }) => text.startsWith('Часть'));
    const [first, second, third] = parts.map(({ start }) => start);
    expect([first, parts[0]?.end]).toEqual([1, 2.5]);
    expect(second).toBeGreaterThan(180);
    expect(third).toBeGreaterThan(Number(second) + 179);
    for (const { end } of transcript.segments) expect(end).toBeLessThan(651);
  });

  longTest('a temporary failure is retried', async () => {
    endpoint.behave = (reply, number) => {
      if (number === 1) sendJson(reply, { error: { message: 'slow down' } }, 429, { 'retry-after': '0' });
      else if (number === 2) sendJson(reply, { error: { message: 'oops' } }, 500);
      else sendJson(reply, verbose([0, 1, 'Со второго раза']));
    };
    expect(lines(await read(app, await process(app, spoken())))).toEqual([[0, 1, 'Со второго раза', null]]);
    expect(endpoint.asked).toHaveLength(3);
  });

  test('the title of the first recording and the break before it survive its processing and its replacement', async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<() => void>();
    endpoint.behave = (reply) => asked(() => sendJson(reply, verbose([0, 1, 'Слышно'])));
    const id = await app.addProtocol();
    const first = new Upload(app.server, id, spoken(), 256 * 1024);
    await first.sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    const answer = await isAsked;
    const named = { title: 'Утро', pause: 600 };
    await app.app.call(app.user, 'PUT', `/protocols/${id}/recordings/${first.id}`, named);
    answer();
    await app.reachWithin(patience, id, ...ends);
    const other = new Upload(app.server, id, Buffer.alloc(400, 1));
    await other.send(0, { instead_of: first.id });
    await app.reach(id, 'video_uploaded');
    await new Upload(app.server, id, Buffer.alloc(400, 1)).sendAll();
    const recordings = await until(async () => (await app.protocol(id)).recordings ?? undefined, 'a second recording');
    expect(recordings[0]).toMatchObject({ id: other.id, ...named });
  });

  const failures: [what: string, behave: SpeechEndpoint['behave'], cause: RegExp, times: number][] = [
    ['too many requests', (reply) => sendJson(reply, {}, 429), /перегружена или исчерпан её лимит/, 3],
    ['an error of its own', (reply) => sendJson(reply, {}, 503), /ответила ошибкой \(код 503\)/, 3],
    [
      'JSON that breaks off',
      (reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).end('{"segm'),
      /ответила не так/,
      3,
    ],
    ['another shape', (reply) => sendJson(reply, { text: 'Без времени' }), /ответила не так/, 3],
    ['a connection that breaks', (reply) => void reply.destroy(), /недоступна/, 3],
    [
      'a page of HTML',
      (reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>login</p>'),
      /ответила не так/,
      3,
    ],
    ['silence', () => undefined, /не ответила вовремя/, 3],
    [
      'an answer that never ends',
      (reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      /не ответила вовремя/,
      3,
    ],
    ['a wrong key', (reply) => sendJson(reply, {}, 401), /не приняла ключ/, 1],
    ['an unknown model', (reply) => sendJson(reply, {}, 404), /модель не найдена/, 1],
    ['a refusal', (reply) => sendJson(reply, {}, 400), /отклонила запись \(код 400\)/, 1],
  ];
  // Each is two runs over a recording: at the short level the one that waits longest.
  const shortly = ['silence'];
  test.each(failures.filter(([what]) => isLong || shortly.includes(what)))(
    '%s is reported, finished steps are kept, and a retry continues',
    { timeout: patience },
    async (_what, behave, cause, times) => {
      endpoint.behave = behave;
      const isLate = cause.test('не ответила вовремя');
      if (isLate) waits.answerMs = 200;
      const failed = await process(app, spoken());
      waits.answerMs = 60_000;
      expect(failed.stage).toBe('error_video_process');
      const states = ['done', 'done', 'skipped', 'done', 'failed', 'waiting', 'waiting'];
      expect(failed.processing?.map(({ state }) => state)).toEqual(states);
      expect(step(failed, 'transcript')?.error).toMatch(cause);
      expect(failed.video?.url).toBeTruthy();
      const arrived = endpoint.asked.length;
      // On a busy machine a request may be given up before it has arrived.
      expect(isLate ? Math.max(arrived, times) : arrived).toBe(times);
      endpoint.behave = (reply) => sendJson(reply, verbose([0, 1, 'Теперь слышно']));
      await app.process(String(failed.id));
      expect((await app.reach(String(failed.id), ...ends)).stage).toBe('success_video_process');
      expect(lines(await read(app, failed))).toEqual([[0, 1, 'Теперь слышно', null]]);
    },
  );

  longTest('a retry sends no piece that was recognised before', { timeout: patience }, async () => {
    endpoint.behave = (reply, number) =>
      number === 2 ? sendJson(reply, {}, 401) : sendJson(reply, verbose([0, 1, `Часть ${number}`]));
    const failed = await process(app, long());
    expect(failed.stage).toBe('error_video_process');
    await app.process(String(failed.id));
    await app.reach(String(failed.id), 'success_video_process');
    const heard = await read(app, failed);
    expect(lines(heard).map(([, , text]) => text)).toEqual(['Часть 1', 'Часть 3', 'Часть 4']);
    const [first, second, third] = heard.segments.map(({ start }) => Number(start));
    expect([first, Number(second) > 180, Number(third) > Number(second) + 179]).toEqual([0, true, true]);
  });

  test('a node that lost its turn while it waited for an answer discards the answer', {
    timeout: patience,
  }, async () => {
    const { database, storage } = app.app.services;
    const id = await app.addProtocol();
    const upload = new Upload(app.server, id, spoken(), 256 * 1024);
    const key = `videos/${upload.id}/speech.json`;
    const ended = JSON.stringify({ heard: [], ended: 1 });
    endpoint.behave = async (reply) => {
      // Written as every version names it in the database.
      const turns = sql`jsonb_set(video, '{turns}', (video->'turns') || '{"heard": "another node"}')`;
      await database.db.execute(sql`update protocols set video = ${turns} where id = ${id}`);
      const whole = { source: 'service', lines: [{ start: 0, end: 4, text: 'Всё сказанное' }] } as const;
      await database.db.transaction((db) => keepTranscript(db, { protocolId: id }, whole));
      await storage.put(key, Buffer.from(ended), 'application/json');
      sendJson(reply, verbose([0, 1, 'Первая часть']));
    };
    await upload.sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    // The picture's lane may let the speech be recognised once more: what was lost is still to be done.
    const own = sql`singleton_key = ${`${upload.id}:1`}`;
    await until(async () => {
      const found = await database.db.execute(sql`select name, state from jobs.job where ${own}`);
      const { rows } = found as unknown as { rows: { name: string; state: string }[] };
      const isHeard = rows.some(({ name }) => name === 'hear-video');
      return (isHeard && rows.every(({ state }) => state === 'completed')) || undefined;
    }, 'the end of its jobs');
    expect(lines(await read(app, { id }))).toEqual([[0, 4, 'Всё сказанное', null]]);
    expect(await text(await storage.read(key))).toBe(ended);
    await app.app.call(app.user, 'DELETE', `/protocols/${id}/process-video`);
  });

  longTest('silence gives no lines and is not sent to recognition', { timeout: patience }, async () => {
    const done = await process(
      app,
      makeMedia([
        ...silence,
        '-t',
        byLevel('20', '3600'),
        '-ar',
        '16000',
        '-b:a',
        '16k',
        '-c:a',
        'libmp3lame',
        'a.mp3',
      ]),
    );
    expect(done.stage).toBe('success_video_process');
    expect(step(done, 'transcript')).toMatchObject({
      state: 'skipped',
      note: 'В записи тишина: расшифровывать нечего',
    });
    expect([endpoint.asked.length, (await read(app, done)).segments]).toEqual([0, []]);
  });

  longTest('words that the model invents in silence are left out', async () => {
    const made = verbose([0, 1, 'Субтитры сделал кто-то'], [1, 2, 'Начнём']);
    const [first, ...rest] = made.segments;
    endpoint.behave = (reply) =>
      sendJson(reply, { ...made, segments: [{ ...first, no_speech_prob: 0.95, avg_logprob: -1.4 }, ...rest] });
    expect(lines(await read(app, await process(app, spoken())))).toEqual([[1, 2, 'Начнём', null]]);
  });

  longTest('of several sound tracks the default one is used, unless it is silent', async () => {
    const maps = ['-map', '0', '-map', '1', '-map', '2', '-t', '4', ...h264, '-c:a', 'aac'];
    const flags = ['-disposition:a:0', 'default', '-disposition:a:1', '0'];
    const done = await process(app, makeMedia([...bars, ...silence, ...tone, ...maps, ...flags, 'v.mp4']));
    expect(lines(await read(app, done))).toEqual([[0, 1, 'Часть 1', null]]);
    const second = ['-disposition:a:0', '0', '-disposition:a:1', 'default'];
    const both = await process(app, makeMedia([...bars, ...silence, ...tone, ...maps, ...second, 'v.mkv']));
    expect(step(both, 'transcript')).toMatchObject({ state: 'done' });
    const file = await fetch(`${app.server.url}${both.video?.url}`);
    const played = makeMedia(['-i', 'in.mp4', '-f', 's16le', '-ac', '1', 'out.raw'], {
      'in.mp4': new Uint8Array(await file.arrayBuffer()),
    });
    expect(played.some((byte) => byte !== 0)).toBe(true);
  });

  longTest('a new run adds a draft beside a corrected transcript, and replaces an uncorrected one', async () => {
    const done = await process(app, spoken());
    const id = String(done.id);
    endpoint.behave = (reply) => sendJson(reply, verbose([0, 1, 'Второй раз']));
    await process(app, spoken(), id);
    const second = await read(app, { id });
    expect([lines(second), second.draft]).toEqual([[[0, 1, 'Второй раз', null]], null]);
    const edit = { segments: [{ id: second.segments[0]?.id, text: 'Исправлено' }] };
    await app.app.call(app.user, 'PUT', `/protocols/${id}/transcript`, edit);
    endpoint.behave = (reply) => sendJson(reply, verbose([0, 1, 'Третий раз']));
    const third = await process(app, spoken(), id);
    expect(step(third, 'transcript')?.note).toMatch(/для сравнения/);
    const both = await read(app, { id });
    expect(lines(both)).toEqual([[0, 1, 'Исправлено', null]]);
    expect(both.draft?.segments.map(({ text }) => text)).toEqual(['Третий раз']);
  });

  longTest('a run that waits for an answer can be cancelled, and asked for again', async () => {
    endpoint.behave = () => undefined;
    const id = await app.addProtocol();
    await new Upload(app.server, id, spoken(), 256 * 1024).sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    await until(() => endpoint.asked.length > 0 || undefined, 'the request');
    const cancel = () => app.app.call(app.user, 'DELETE', `/protocols/${id}/process-video`);
    expect((await cancel()).json().data).toMatchObject({ stage: 'error_video_process' });
    const cancelled = await app.protocol(id);
    expect(step(cancelled, 'transcript')).toMatchObject({ state: 'failed', error: 'Обработка отменена' });
    expect(step(cancelled, 'audio')).toMatchObject({ state: 'done' });
    const again = await cancel();
    expect([again.statusCode, again.json().code]).toEqual([409, 'illegal_stage']);
    endpoint.behave = (reply) => sendJson(reply, verbose([0, 1, 'После отмены']));
    await app.process(id);
    await app.reach(id, 'success_video_process');
    expect(lines(await read(app, { id }))).toEqual([[0, 1, 'После отмены', null]]);
    const stranger = await app.app.addUser();
    expect((await app.app.call(stranger, 'DELETE', `/protocols/${id}/process-video`)).statusCode).toBe(404);
  });
});
