import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { bars, h264, makeMedia } from './support/make-media.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

/** Makes a recording of four seconds in which these lines are said, by its subtitles: each until the next begins. */
function said(lines: Record<number, string>): Buffer {
  const cues = Object.entries(lines).map(([at, words], index) => {
    return `${index + 1}\n00:00:0${at},100 --> 00:00:0${at},900\n${words}\n`;
  });
  return makeMedia([...bars, '-i', 's.srt', '-t', '4', ...h264, '-c:s', 'mov_text', 'v.mp4'], {
    's.srt': cues.join('\n'),
  });
}
const room = said({ 0: 'Решили: утвердить смету отдела.', 2: 'Решили: закупить серверы.' });
const phone = said({ 0: 'решили утвердить смету отдела.', 1: 'Решили: провести ремонт.' });

describe.each(databaseKinds)('recordings that ran beside each other on %s', (kind) => {
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
  const send = async (id: string, file: Buffer, fields: Record<string, string> = { place: 'next' }) => {
    const upload = new Upload(app.server, id, file, 256 * 1024);
    for (let index = 0; index < upload.total; index += 1) expect((await upload.send(index, fields)).status).toBe(200);
    await until(async () => (await upload.status()).data.state === 'assembled' || undefined, 'the file to be verified');
    return upload.id;
  };
  /** Uploads recordings, whose content does not matter. */
  const uploaded = async (...more: Record<string, string>[]) => {
    const id = await app.addProtocol();
    const ids = [await send(id, Buffer.alloc(400, 1))];
    for (const [index, fields] of more.entries()) {
      const [first = ''] = ids;
      ids.push(await send(id, Buffer.alloc(500 + index, 2), { place: 'next', beside_id: first, ...fields }));
    }
    return { id, ids: ids as [string, string, string, string] };
  };
  const placed = (all: readonly Recording[] | null | undefined) =>
    all?.map(({ id, beside_id, offset, speaker }) => [id, beside_id, offset, speaker]);
  const shown = async (id: string) => placed((await app.protocol(id)).recordings);
  const change = (id: string, of: string, body: object) => call('PUT', `/protocols/${id}/recordings/${of}`, body);

  test('an upload is placed beside the recording it names, or as the next part if that is missing', async () => {
    const id = await app.addProtocol();
    const first = await send(id, Buffer.alloc(400, 1));
    const after = await send(id, Buffer.alloc(410, 2));
    const anna = await send(id, Buffer.alloc(420, 3), { place: 'next', beside_id: first, speaker: ' Петрова Анна ' });
    // The recording that it names lies beside another one itself.
    const ivan = await send(id, Buffer.alloc(430, 4), { place: 'next', beside_id: anna, speaker: 'Петрова Анна' });
    const last = await send(id, Buffer.alloc(440, 5), { place: 'next', beside_id: uuidv7() });
    const none = undefined;
    expect(await shown(id)).toEqual([
      [first, none, none, none],
      [anna, first, 0, 'Петрова Анна'],
      [ivan, first, 0, 'Петрова Анна'],
      [after, none, none, none],
      [last, none, none, none],
    ]);
    // A first recording keeps its speaker; there is nothing that it could lie beside.
    const other = await app.addProtocol();
    await send(other, Buffer.alloc(450, 6), { place: 'next', beside_id: first, speaker: 'Иванов' });
    await send(other, Buffer.alloc(460, 7));
    expect((await shown(other))?.[0]?.slice(1)).toEqual([none, none, 'Иванов']);
  });

  test('a recording can be moved beside another one and away; those beside it move along', async () => {
    const { id, ids } = await uploaded({}, {}, {});
    const [first, a, b, c] = ids;
    await change(id, b, { beside_id: null });
    await change(id, c, { beside_id: b, offset: 7 });
    await change(id, b, { beside_id: a, offset: -2.5 });
    expect(await shown(id)).toEqual([
      [first, undefined, undefined, undefined],
      [a, first, 0, undefined],
      [b, first, -2.5, undefined],
      [c, first, 4.5, undefined],
    ]);
    await change(id, c, { offset: 60 });
    await change(id, a, { beside_id: null, pause: 30 });
    const reply = await change(id, first, { beside_id: a, offset: 3 });
    expect(placed(reply.json().data)).toEqual([
      [a, undefined, undefined, undefined],
      [first, a, 3, undefined],
      [b, a, 0.5, undefined],
      [c, a, 63, undefined],
    ]);
    for (const [of, wrong] of [
      [a, { beside_id: a }],
      [a, { beside_id: first }],
      [b, { beside_id: uuidv7() }],
      [b, { offset: 1e7 }],
      [b, { speaker: 'Я'.repeat(201) }],
    ] as const) {
      const refused = await change(id, of, wrong);
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, Object.keys(wrong)]);
    }
  });

  test('when a recording with others beside it is deleted, the first of them takes its place', async () => {
    const { id, ids } = await uploaded({}, {}, {});
    const [first, lead, x, y] = ids;
    await change(id, lead, { beside_id: null, pause: 90 });
    const last = await send(id, Buffer.alloc(600, 9));
    await change(id, x, { beside_id: lead, offset: 10 });
    await change(id, y, { beside_id: lead, offset: 25 });
    const { data } = (await call('DELETE', `/protocols/${id}/recordings/${lead}`)).json();
    expect(placed(data)?.map((each) => each.slice(0, 3))).toEqual([
      [first, undefined, undefined],
      [x, undefined, undefined],
      [y, x, 15],
      [last, undefined, undefined],
    ]);
    expect(data[1].pause).toBe(90);
  });

  test('recordings beside a replaced one stay beside its replacement, also after a reordering', async () => {
    const { id, ids } = await uploaded({ speaker: 'Иванов' });
    const [first, a] = ids;
    const b = await send(id, Buffer.alloc(600, 9));
    await change(id, a, { offset: 4 });
    // Ordered as an older page does it: what lies beside another stays beside it.
    const { data } = (await call('PUT', `/protocols/${id}/recordings`, { order: [a, b, first] })).json();
    expect(data.map((each: Recording) => each.id)).toEqual([b, first, a]);
    const instead = await send(id, Buffer.alloc(610, 8), { instead_of: first });
    expect(await shown(id)).toEqual([
      [b, undefined, undefined, undefined],
      [instead, undefined, undefined, undefined],
      [a, instead, 4, 'Иванов'],
    ]);
  });

  longTest(
    'speakers come from the recording, and what two recordings heard is proposed once, at its moment',
    async () => {
      const id = await app.addProtocol();
      const first = await send(id, room);
      await app.process(id, first);
      await app.reach(id, 'success_video_process');
      const part = await send(id, phone, { place: 'next', beside_id: first, speaker: 'Петрова Анна' });
      await app.process(id, part);
      const partIn = (protocol: Protocol) => protocol.recordings?.find((each) => each.id === part);
      await until(
        async () => partIn(await app.protocol(id))?.stage === 'success_video_process' || undefined,
        'the part to be processed',
      );
      const { segments, parts } = await read<Transcript>(`/protocols/${id}/transcript`);
      expect(segments.map(({ speaker }) => speaker)).toEqual([null, null]);
      expect(parts?.[0]?.segments.map(({ speaker }) => speaker)).toEqual(['Петрова Анна', 'Петрова Анна']);

      const proposed = async () => {
        const all = await read<Proposal[]>(`/protocols/${id}/proposals`);
        return all.map(({ text, evidence }) => [text, evidence?.recording_id, evidence?.start, evidence?.speaker]);
      };
      expect(await proposed()).toEqual([
        // It was proposed before the part came, and stays as it was.
        ['Утвердить смету отдела.', undefined, 0.1, undefined],
        ['Провести ремонт.', part, 1.1, 'Петрова Анна'],
        ['Закупить серверы.', undefined, 2.1, undefined],
      ]);

      // With another speaker it gets lines of its own; the speaker that a person gave to a line stays.
      const line = parts?.[0]?.segments[1];
      const correction = { recording_id: part, segments: [{ id: line?.id, speaker: 'Сидоров' }] };
      await call('PUT', `/protocols/${id}/transcript`, correction);
      await change(id, part, { speaker: 'Петрова А. А.' });
      const voices = async () =>
        (await read<Transcript>(`/protocols/${id}/transcript`)).parts?.[0]?.segments.map(({ speaker }) => speaker);
      expect(await voices()).toEqual(['Петрова А. А.', 'Сидоров']);
      await change(id, part, { speaker: null });
      expect(await voices()).toEqual(['', 'Сидоров']);
      await change(id, first, { speaker: 'Иванов' });
      expect((await read<Transcript>(`/protocols/${id}/transcript`)).segments[0]?.speaker).toBe('Иванов');
    },
  );
});
