import { execFileSync } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { keepTranscript } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const vtt = `WEBVTT

00:01.000 --> 00:03.500
<v Спикер 1>Начнём с бюджета

00:04.000 --> 00:06.000
<v Спикер 2>Согласна

00:07.000 --> 00:08.000
<v Спикер 1>Решили утвердить
`;

describe.each(databaseKinds)('a transcript on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await app.addUser();
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  const path = (id: string) => `/protocols/${id}/transcript`;
  const addProtocol = async (): Promise<string> =>
    (await app.call(anna, 'POST', '/protocols', { title: 'О бюджете' })).json().data.id;
  const attach = (id: string, contents: string | Uint8Array, name = 'запись.vtt', more: FormPart[] = []) =>
    sendForm(app, anna, 'POST', path(id), [
      ['_method', 'PUT'],
      ['subtitles', new File([contents as BlobPart], name)],
      ...more,
    ]);
  const put = (id: string, body: object, headers?: Record<string, string>) =>
    app.call(anna, 'PUT', path(id), body, headers);
  const read = async (id: string): Promise<Transcript> => (await app.call(anna, 'GET', path(id))).json().data;
  const texts = ({ segments }: Transcript) => segments.map(({ text }) => text);
  const transcribed = async () => {
    const id = await addProtocol();
    const reply = await attach(id, vtt);
    expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    return { id, transcript: reply.json().data as Transcript };
  };
  const idOf = ({ segments }: Transcript, index: number) => String(segments[index]?.id);

  test('comes from an attached file, with its times and voices', async () => {
    const { id, transcript } = await transcribed();
    expect(transcript.segments).toEqual([
      line(1, 3.5, 'Начнём с бюджета', 'Спикер 1'),
      line(4, 6, 'Согласна', 'Спикер 2'),
      line(7, 8, 'Решили утвердить', 'Спикер 1'),
    ]);
    expect(transcript).toMatchObject({ source: 'file', version: 1, draft: null });
    expect(transcript.speakers).toEqual([
      { name: 'Спикер 1', user_id: null },
      { name: 'Спикер 2', user_id: null },
    ]);
    expect(await read(id)).toEqual(transcript);
  });

  test.each(['cp1251', 'koi8-r', 'cp866', 'utf-16', 'utf-8'])('of a file in %s is read', async (encoding) => {
    const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\nУтвердить смету\r\n';
    const id = await addProtocol();
    const bytes = execFileSync('iconv', ['-f', 'utf-8', '-t', encoding], { input: srt });
    expect(texts((await attach(id, bytes, 'запись.srt')).json().data)).toEqual(['Утвердить смету']);
  });

  test.each<[string, string | Uint8Array, number, string]>([
    ['empty', '', 422, 'Файл пуст'],
    ['a text', 'Протокол совещания', 422, 'В файле нет субтитров SRT или WebVTT'],
    ['a picture', new Uint8Array(2_000).map((_, at) => (at * 7919) % 256), 422, 'В файле нет субтитров SRT или WebVTT'],
    ['too large', 'А'.repeat(3 * 1024 * 1024), 413, 'Файл больше 5 МБ'],
  ])('a file that is %s is refused at its field', async (_what, contents, status, message) => {
    const id = await addProtocol();
    const reply = await attach(id, contents);
    expect([reply.statusCode, reply.json().errors]).toEqual([status, { subtitles: [message] }]);
    expect((await read(id)).segments).toEqual([]);
  });

  test('is corrected line by line: its times stay, and the author of a correction is recorded', async () => {
    const { id, transcript } = await transcribed();
    const reply = await put(id, {
      version: 1,
      segments: [
        { id: idOf(transcript, 1), text: ' Согласна, коллеги ' },
        { id: idOf(transcript, 2), speaker: 'Спикер 2' },
      ],
    });
    expect([reply.statusCode, reply.json().data.version]).toEqual([200, 2]);
    expect((await read(id)).segments).toEqual([
      line(1, 3.5, 'Начнём с бюджета', 'Спикер 1'),
      { ...line(4, 6, 'Согласна, коллеги', 'Спикер 2'), edited_by: anna.id },
      { ...line(7, 8, 'Решили утвердить', 'Спикер 2'), edited_by: anna.id },
    ]);
  });

  test('correcting a line changed meanwhile is a conflict with that line; other lines and equal words are not', async () => {
    const { id, transcript } = await transcribed();
    const [first, second] = [idOf(transcript, 0), idOf(transcript, 1)];
    const edit = (line: string, text: string, before: object) =>
      put(id, { segments: [{ id: line, text, before }] }).then((reply) => [reply.statusCode, reply.json()] as const);
    expect((await edit(first, 'Начнём со сметы', { text: 'Начнём с бюджета' }))[0]).toBe(200);
    const [status, told] = await edit(first, 'Начнём с плана', { text: 'Начнём с бюджета' });
    expect([status, told.code]).toEqual([409, 'version_conflict']);
    expect(told.data.segments).toEqual([{ ...line(1, 3.5, 'Начнём со сметы', 'Спикер 1'), edited_by: anna.id }]);
    expect(texts(await read(id))[0]).toBe('Начнём со сметы');
    // The same words, a change of another line, and of another field of the line are no conflicts.
    expect((await edit(first, 'Начнём со сметы', { text: 'Начнём с бюджета' }))[0]).toBe(200);
    expect((await edit(second, 'Не согласна', { text: 'Согласна' }))[0]).toBe(200);
    const voice = { id: first, speaker: 'Анна', before: { speaker: 'Спикер 1' } };
    expect((await put(id, { segments: [voice] })).statusCode).toBe(200);
    const stale = { id: first, speaker: null, before: { speaker: 'Спикер 1' } };
    expect(
      (await put(id, { segments: [{ id: second, text: 'Да', before: { text: 'Не согласна' } }, stale] })).statusCode,
    ).toBe(409);
    expect(texts(await read(id))).toEqual(['Начнём со сметы', 'Не согласна', 'Решили утвердить']);
  });

  test('a voice is named in all its lines at once, and tied to a person', async () => {
    const { id } = await transcribed();
    const person = await app.addUser('external', { createdById: anna.id });
    const rename = [{ from: 'Спикер 1', to: 'Иванов Иван', user_id: person.id }];
    expect((await put(id, { version: 1, rename })).statusCode).toBe(200);
    const after = await read(id);
    expect(after.segments.map(({ speaker }) => speaker)).toEqual(['Иванов Иван', 'Спикер 2', 'Иванов Иван']);
    expect(after.speakers).toEqual([
      { name: 'Иванов Иван', user_id: person.id },
      { name: 'Спикер 2', user_id: null },
    ]);
    await put(id, { rename: [{ from: 'Иванов Иван', to: 'Иванов И. П.' }] });
    expect((await read(id)).speakers?.[0]).toEqual({ name: 'Иванов И. П.', user_id: person.id });
    const unknown = await put(id, { rename: [{ from: 'Спикер 2', to: 'Никто', user_id: 'nobody' }] });
    expect([unknown.statusCode, unknown.json().errors]).toEqual([422, { rename: ['Такого пользователя нет'] }]);
  });

  test('voices that swap their names, or hand them on, stay apart', async () => {
    const { id } = await transcribed();
    const person = await app.addUser('external', { createdById: anna.id });
    const voices = async () => {
      const { segments, speakers } = await read(id);
      return [segments.map(({ speaker }) => speaker), speakers?.map(({ name, user_id }) => [name, user_id])];
    };
    const swap = [
      { from: 'Спикер 1', to: 'Спикер 2', user_id: person.id },
      { from: 'Спикер 2', to: 'Спикер 1', user_id: null },
    ];
    expect((await put(id, { rename: swap })).statusCode).toBe(200);
    expect(await voices()).toEqual([
      ['Спикер 2', 'Спикер 1', 'Спикер 2'],
      [
        ['Спикер 2', person.id],
        ['Спикер 1', null],
      ],
    ]);
    const handedOn = [
      { from: 'Спикер 2', to: 'Спикер 1' },
      { from: 'Спикер 1', to: 'Спикер 3' },
    ];
    expect((await put(id, { rename: handedOn })).statusCode).toBe(200);
    expect(await voices()).toEqual([
      ['Спикер 1', 'Спикер 3', 'Спикер 1'],
      [
        ['Спикер 1', person.id],
        ['Спикер 3', null],
      ],
    ]);
  });

  // The embedded database has a single connection.
  test.runIf(kind === 'postgres')('a file is read before the protocol is locked', async () => {
    const id = await addProtocol();
    await app.db.transaction(async (tx) => {
      await tx.select().from(protocols).where(eq(protocols.id, id)).for('update');
      expect((await attach(id, 'Привет')).statusCode).toBe(422);
    });
  });

  test('a voice named like another joins it, and its person stays', async () => {
    const { id } = await transcribed();
    const person = await app.addUser('external', { createdById: anna.id });
    await put(id, { rename: [{ from: 'Спикер 1', to: 'Иванов Иван', user_id: person.id }] });
    expect((await put(id, { rename: [{ from: 'Спикер 2', to: 'Иванов Иван', user_id: null }] })).statusCode).toBe(200);
    expect((await read(id)).speakers).toEqual([{ name: 'Иванов Иван', user_id: person.id }]);
  });

  test('a voice that somebody else has named meanwhile is a conflict; the same name again is not', async () => {
    const { id } = await transcribed();
    const name = (to: string) => put(id, { rename: [{ from: 'Спикер 1', to, user_id: null }] });
    expect((await name('Иванов')).statusCode).toBe(200);
    expect((await name('Иванов')).statusCode).toBe(200);
    const known = await read(id);
    const refused = await name('Петров');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'version_conflict']);
    expect(refused.json().data).toEqual(known);
    expect(await read(id)).toEqual(known);
  });

  test('all lines without a voice can be given one at once', async () => {
    const id = await addProtocol();
    await attach(id, 'WEBVTT\n\n00:01.000 --> 00:02.000\nДа\n\n00:03.000 --> 00:04.000\n<v Анна>Нет\n');
    await put(id, { rename: [{ from: '', to: 'Пётр' }] });
    expect((await read(id)).segments.map(({ speaker }) => speaker)).toEqual(['Пётр', 'Анна']);
  });

  test('a stale version or a missing line is a conflict, with the current transcript', async () => {
    const { id, transcript } = await transcribed();
    const segments = [{ id: idOf(transcript, 0), text: 'Первый' }];
    await put(id, { version: 1, segments });
    for (const body of [{ version: 1, segments }, { segments: [{ id: 'gone', text: 'Третий' }] }, { draft: 'take' }]) {
      const reply = await put(id, body);
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'version_conflict']);
      expect(reply.json().data).toEqual(await read(id));
    }
    expect((await read(id)).version).toBe(2);
  });

  test('a client that sends everything back corrects only what differs, and overwrites nothing unseen', async () => {
    const { id } = await transcribed();
    const known = await read(id);
    const spoken = (words: string) => ({
      ...known,
      segments: known.segments.map((each, index) => (index === 0 ? { ...each, text: words } : each)),
    });
    expect((await put(id, spoken('Начнём со сметы'))).statusCode).toBe(200);
    expect((await read(id)).segments.map(({ edited_by }) => edited_by ?? null)).toEqual([anna.id, null, null]);
    expect((await put(id, spoken('Начнём с плана'))).statusCode).toBe(409);
    // A change that names no version it has read is accepted.
    const { version: _, ...plain } = spoken('Начнём с отчёта');
    expect((await put(id, plain)).statusCode).toBe(200);
    expect(texts(await read(id))[0]).toBe('Начнём с отчёта');
  });

  test('a mutation that is sent again is applied once', async () => {
    const { id, transcript } = await transcribed();
    const body = { version: 1, segments: [{ id: idOf(transcript, 0), text: 'Раз' }] };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await put(id, body, key), await put(id, body, key)];
    expect([first.statusCode, second.statusCode, second.body]).toEqual([200, 200, first.body]);
    expect((await read(id)).version).toBe(2);
  });

  test('another file replaces an uncorrected one, and becomes a draft beside a corrected one until accepted', async () => {
    const { id, transcript } = await transcribed();
    const other = 'WEBVTT\n\n00:01.000 --> 00:02.000\nДругой файл\n';
    expect(texts((await attach(id, other)).json().data)).toEqual(['Другой файл']);
    const back = (await attach(id, vtt)).json().data as Transcript;
    await put(id, { segments: [{ id: idOf(back, 0), text: 'Исправлено' }] });
    expect(idOf(back, 0)).not.toBe(idOf(transcript, 0));
    const both = (await attach(id, other)).json().data as Transcript;
    expect([texts(both)[0], both.draft?.segments.map(({ text }) => text)]).toEqual(['Исправлено', ['Другой файл']]);
    const taken = (await put(id, { version: both.version, draft: 'take' })).json().data as Transcript;
    expect([texts(taken), taken.draft, taken.source]).toEqual([['Другой файл'], null, 'file']);
    expect(Number(taken.version)).toBeGreaterThan(Number(both.version));
  });

  test('a draft can be discarded', async () => {
    const { id, transcript } = await transcribed();
    await put(id, { segments: [{ id: idOf(transcript, 0), text: 'Исправлено' }] });
    await app.db.transaction((db) =>
      keepTranscript(db, { protocolId: id }, { source: 'service', lines: [{ start: 0, end: 1, text: 'Новая' }] }),
    );
    expect((await read(id)).draft).toMatchObject({ source: 'service', segments: [{ text: 'Новая' }] });
    const after = (await put(id, { draft: 'discard' })).json().data as Transcript;
    expect([texts(after)[0], after.draft]).toEqual(['Исправлено', null]);
  });

  test('of a final protocol is read-only', async () => {
    const { id, transcript } = await transcribed();
    await app.db.update(protocols).set({ stage: 'final' }).where(eq(protocols.id, id));
    const replies = [await attach(id, vtt), await put(id, { segments: [{ id: idOf(transcript, 0), text: 'Поздно' }] })];
    for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([409, 'final_read_only']);
    expect(await read(id)).toEqual(transcript);
  });

  test('of another’s protocol returns 404; a manager may not change it', async () => {
    const { id } = await transcribed();
    const other = await app.addUser();
    for (const method of ['GET', 'PUT'] as const) {
      const reply = await app.call(other, method, path(id), method === 'PUT' ? { draft: 'take' } : undefined);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
      // A manager reads the work of their own secretaries, and changes nothing.
      const asManager = await app.call(
        await app.addUser('manager'),
        method,
        path(id),
        method === 'PUT' ? {} : undefined,
      );
      expect(asManager.statusCode).toBe(method === 'GET' ? 404 : 403);
    }
  });

  function line(start: number, end: number, text: string, speaker: string) {
    return { id: expect.any(String), start, end, text, speaker, keywords: [], edited_by: null };
  }
});
