import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { isLong } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { bars, h264, makeMedia, silence, tone } from './support/make-media.ts';
import { makeRecording } from './support/recording.ts';
import { SpeechEndpoint, sendJson, verbose } from './support/speech-endpoint.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

/* What the database is makes no difference to a file: one of them is enough. */

const patience = 300_000;
const ends = ['success_video_process', 'error_video_process'];
const hour = 3_600;

let app: VideoApp;
let endpoint: SpeechEndpoint;
beforeAll(async () => {
  endpoint = await SpeechEndpoint.start();
  app = await VideoApp.start('postgres', {
    config: { transcribe: { url: endpoint.url, key: undefined, model: undefined } },
  });
});
afterAll(async () => {
  expect(app.app.errors).toEqual([]);
  await app.close();
  await endpoint.stop();
});

const run = async (file: Buffer, fields: Record<string, string> = {}): Promise<Protocol> => {
  const id = await app.addProtocol();
  const upload = new Upload(app.server, id, file, 1024 * 1024);
  for (let index = 0; index < upload.total; index += 1) {
    expect((await upload.send(index, fields)).status).toBe(200);
  }
  await app.reach(id, 'video_uploaded');
  await app.process(id);
  return app.reachWithin(patience, id, ...ends);
};
const stateOf = ({ processing }: Protocol, name: string) => processing?.find(({ step }) => step === name)?.state;
const played = async ({ video }: Protocol) => {
  const reply = await fetch(`${app.server.url}${video?.url}`);
  return { type: reply.headers.get('content-type'), bytes: Buffer.from(await reply.arrayBuffer()) };
};
type Stream = { codec_type: string; codec_name: string; width?: number; height?: number };
/** Returns what ffprobe tells about a file. */
const inspect = (bytes: Buffer, ...show: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'protokol-inspect-'));
  try {
    writeFileSync(join(folder, 'file'), bytes);
    const args = ['-v', 'error', '-of', 'json', ...show, join(folder, 'file')];
    return JSON.parse(execFileSync('ffprobe', args, { maxBuffer: 64 * 1024 ** 2 }).toString());
  } finally {
    rmSync(folder, { recursive: true });
  }
};
/** Returns the times of its pictures, in seconds from the first one. */
const pictureTimes = (bytes: Buffer): number[] => {
  const { packets } = inspect(bytes, '-select_streams', 'v:0', '-show_entries', 'packet=pts_time');
  const times = (packets as { pts_time: string }[]).map(({ pts_time }) => Number(pts_time)).sort((a, b) => a - b);
  return times.map((time) => Math.round((time - (times[0] ?? 0)) * 100) / 100);
};

// Two seconds with the frame rate of a phone in daylight, then with that in the dark.
const uneven = ['-vf', "select='lt(t,2)+not(mod(n,13))'", '-fps_mode', 'vfr', '-t', '6'];
const phone = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=30', ...tone];

const codecs: [how: string, codec: string[]][] = [
  ['copied', [...h264, '-bf', '0']],
  ['encoded', ['-c:v', 'mpeg4', '-q:v', '5']],
];
longTest.each(codecs)(
  'a variable frame rate is kept when %s: the picture stays with the sound',
  async (_how, codec) => {
    const file = makeMedia([...phone, ...uneven, ...codec, '-c:a', 'aac', 'v.mkv']);
    const times = pictureTimes(file);
    expect(times.length).toBeLessThan(80);
    const done = await run(file);
    expect(done.stage).toBe('success_video_process');
    expect(done.video?.duration).toBeCloseTo(6, 0);
    const shown = pictureTimes((await played(done)).bytes);
    expect(shown).toHaveLength(times.length);
    for (const [index, time] of shown.entries()) expect(Math.abs(time - Number(times[index]))).toBeLessThan(0.05);
  },
);

if (isLong) {
  test('8K is scaled down to what every browser plays', { timeout: patience }, async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=7680x4320:rate=2', ...tone, '-t', '2'];
    const done = await run(makeMedia([...picture, ...h264, '-c:a', 'aac', 'v.mp4']));
    expect(done).toMatchObject({ stage: 'success_video_process', video: { width: 7680, height: 4320 } });
    const { streams }: { streams: Stream[] } = inspect((await played(done)).bytes, '-show_streams');
    expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 1920, height: 1080 });
  });

  test('six hours become playable, and every line has its time', { timeout: patience }, async () => {
    // A minute of a talk that pauses, three hundred and sixty times.
    const minute = makeMedia([
      ...['-f', 'lavfi', '-i', 'color=size=64x36:rate=1'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=16000'],
      ...[
        '-af',
        "volume='if(lt(t,50),1,0)':eval=frame",
        '-t',
        '60',
        ...h264,
        '-c:a',
        'aac',
        '-b:a',
        '16k',
        'minute.mp4',
      ],
    ]);
    const file = makeMedia(['-stream_loop', '359', '-i', 'minute.mp4', '-c', 'copy', 'v.mp4'], {
      'minute.mp4': minute,
    });
    endpoint.asked.length = 0;
    endpoint.behave = (reply, number) => sendJson(reply, verbose([1, 2, `Часть ${number}`]));
    const done = await run(file);
    expect(done.stage).toBe('success_video_process');
    expect(done.video?.duration).toBeGreaterThan(6 * hour - 5);
    expect(done.video?.url).toBeTruthy();
    const reply = await app.app.call(app.user, 'GET', `/protocols/${done.id}/transcript`);
    const { segments }: Transcript = reply.json().data;
    const starts = segments.map(({ start }) => start);
    expect(starts.length).toBe(endpoint.asked.length);
    expect(Number(starts.at(-1))).toBeGreaterThan(6 * hour - 301);
    for (const [index, start] of starts.entries()) {
      const pause = start - Number(starts[index - 1] ?? -298);
      expect(pause).toBeLessThanOrEqual(300);
      expect(pause).toBeGreaterThan(150);
    }
  });

  test('an hour-long silence with a picture is processed, and nothing is sent to recognition', {
    timeout: patience,
  }, async () => {
    endpoint.asked.length = 0;
    const picture = ['-f', 'lavfi', '-i', 'color=size=64x36:rate=1', ...silence, '-t', String(hour)];
    const done = await run(makeMedia([...picture, ...h264, '-c:a', 'aac', '-b:a', '8k', 'v.mp4']));
    expect(done.stage).toBe('success_video_process');
    expect(done.processing?.find(({ step }) => step === 'transcript')).toMatchObject({
      state: 'skipped',
      note: 'В записи тишина: расшифровывать нечего',
    });
    expect(endpoint.asked).toEqual([]);
  });
}

longTest('a picture without sound skips only the steps that need sound', async () => {
  const done = await run(makeMedia([...bars, '-t', '2', ...h264, 'v.mp4']));
  expect(done.stage).toBe('success_video_process');
  expect(done.processing?.[0]?.note).toBe('В записи нет звука');
  expect([stateOf(done, 'poster'), stateOf(done, 'audio'), stateOf(done, 'transcript')]).toEqual([
    'done',
    'skipped',
    'skipped',
  ]);
});

longTest('a single picture is accepted as a recording', async () => {
  const done = await run(makeMedia([...bars, '-frames:v', '1', ...h264, 'v.mp4']));
  expect(done.stage).toBe('success_video_process');
  expect(done.video?.poster_url).toBeTruthy();
});

const misnamed: [what: string, file: () => Buffer, name: string, type: string, played: string][] = [
  ['WebM called .mp4', () => makeRecording('webm', 2), 'Совещание.mp4', 'video/mp4', 'video/webm'],
  ['MP4 called .avi', () => makeRecording('mp4', 2), 'Совещание.avi', 'video/x-msvideo', 'video/mp4'],
  ['MP4 called .docx', () => makeRecording('mp4', 2), 'Повестка.docx', 'application/msword', 'video/mp4'],
  ['MP3 called .mp4', () => makeRecording('mp3', 2), 'Совещание.mp4', 'video/mp4', 'audio/mp4'],
  ['MP4 without an extension', () => makeRecording('mp4', 2), 'Совещание', '', 'video/mp4'],
];
longTest.each(misnamed)('%s is treated by its bytes', async (_what, file, file_name, file_type, type) => {
  const done = await run(file(), { file_name, file_type });
  expect(done).toMatchObject({ stage: 'success_video_process', video: { name: file_name } });
  expect((await played(done)).type).toBe(type);
});

longTest('a recording that breaks off is processed up to there, and the warning stays with the recording', async () => {
  const bytes = makeMedia([...bars, ...tone, '-t', '20', '-c:a', 'aac', ...h264, 'v.mkv']);
  const done = await run(bytes.subarray(0, Math.floor(bytes.length / 2)));
  const said = expect.stringMatching(/^Запись обрывается на 00:00:(0[6-9]|1[0-4])\. Обработано то, что сохранилось$/);
  expect(done).toMatchObject({
    stage: 'success_video_process',
    video: { warnings: [{ kind: 'cut', text: said, at: expect.any(Number) }] },
  });
  expect(done.processing?.[0]).toMatchObject({ step: 'probe', state: 'done', note: said });
  expect(done.video?.duration).toBeLessThan(15);
  const read = await app.protocol(String(done.id));
  expect(read.video?.warnings).toEqual(done.video?.warnings);
});

longTest('a recording damaged in the middle reports where, at the step that found it', async () => {
  const whole = [...bars, ...tone, '-t', '20', ...h264, '-g', '5', '-c:a', 'aac', '-movflags', '+faststart'];
  const bytes = makeMedia([...whole, 'v.mp4']);
  const done = await run(bytes.fill(0, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.6)));
  const said = expect.stringMatching(/^Повреждено 1 место записи: 00:00:/);
  expect(done).toMatchObject({
    stage: 'success_video_process',
    video: { warnings: [{ kind: 'damaged', text: said }] },
  });
  expect(done.processing?.[1]).toMatchObject({ step: 'playable', state: 'done', note: said });
});

const noRecordings: [what: string, file: () => Buffer, cause: string][] = [
  [
    'an index of nothing',
    () => makeMedia([...bars, '-t', '0', '-movflags', 'empty_moov', ...h264, 'v.mp4']),
    'Файл повреждён',
  ],
  ['a picture', () => makeMedia([...bars, '-frames:v', '1', 'p.png']), 'Файл не является видео'],
  ['subtitles alone', () => Buffer.from('1\n00:00:00,500 --> 00:00:01,500\nСлова\n'), 'Файл не является видео'],
];
test.each(noRecordings.filter(([what]) => isLong || what === 'subtitles alone'))(
  '%s is refused as no recording, with the cause',
  async (_what, file, cause) => {
    const done = await run(file());
    expect(done.stage).toBe('error_video_process');
    expect(done.processing?.[0]).toMatchObject({
      step: 'probe',
      state: 'failed',
      error: expect.stringContaining(cause),
    });
  },
);

test('an empty file is refused before it is stored', async () => {
  const upload = new Upload(app.server, await app.addProtocol(), Buffer.alloc(0));
  const refused = await upload.send(0, { total_chunks: '1' }, Buffer.alloc(0));
  expect(refused).toMatchObject({ status: 422, code: 'empty_file', message: 'Файл пуст' });
});
