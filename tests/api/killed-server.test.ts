import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { isLong } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { makeMedia, tone } from './support/make-media.ts';
import { RawChunk } from './support/raw-chunk.ts';
import { makeRecording } from './support/recording.ts';
import { SignedInServer } from './support/signed-in-server.ts';
import { SpeechEndpoint, sendJson, verbose } from './support/speech-endpoint.ts';
import { createPostgresDatabase, databaseKinds, dropPostgresDatabase } from './support/test-database.ts';
import { sha256 } from './support/upload.ts';

const chunkSize = 1024 * 1024;
const patience = 120_000;

describe.each(databaseKinds)('a server process on %s that is killed', (kind) => {
  let folder: string;
  let url: string | undefined;
  let server: SignedInServer;
  let endpoint: SpeechEndpoint;

  beforeAll(async () => {
    endpoint = await SpeechEndpoint.start();
    folder = await mkdtemp(join(tmpdir(), 'protokol-killed-'));
    const ffmpeg = join(folder, 'ffmpeg');
    await writeFile(ffmpeg, `#!/bin/sh\necho "$@" >> ${folder}/log\nexec ffmpeg "$@"\n`, { mode: 0o755 });
    if (kind === 'postgres') url = await createPostgresDatabase();
    server = await SignedInServer.start(join(folder, 'data'), {
      ...(url && { DATABASE_URL: url }),
      FFMPEG_PATH: ffmpeg,
      TRANSCRIBE_URL: endpoint.url,
    });
  }, patience);
  afterAll(async () => {
    await server.process.stop();
    await endpoint.stop();
    if (url) await dropPostgresDatabase(url);
    await rm(folder, { recursive: true, force: true });
  });

  test('in the middle of a chunk keeps what it acknowledged, and nothing else', { timeout: patience }, async () => {
    const file = randomBytes(3 * chunkSize + 5);
    const { id, upload } = await server.begin(file, chunkSize);
    await upload.sendAll([0, 2]);
    const chunk = new RawChunk(server.address.url, server.address.token, id, upload, 1);
    await chunk.send(0, chunkSize / 2);
    await server.kill();
    expect(await chunk.finish()).toBeUndefined();
    await server.startAgain();
    expect((await upload.status()).data).toMatchObject({
      state: 'receiving',
      received: [
        [0, 0],
        [2, 2],
      ],
    });
    await upload.sendAll([1, 3]);
    expect((await server.reach(id, 'video_uploaded')).video).toMatchObject({ sha256: sha256(file) });
  });

  longTest(
    'after the last chunk assembles and processes the video by itself after a restart',
    { timeout: patience },
    async () => {
      const recording = makeRecording('mp4', 3);
      // Free space at the end of an MP4 is no part of the film, and gives the verification something to do.
      const free = Buffer.alloc(60 * chunkSize);
      free.writeUInt32BE(free.length);
      free.write('free', 4);
      const file = Buffer.concat([recording, free]);
      const { id, upload } = await server.begin(file, chunkSize);
      await upload.sendAll();
      await server.processVideo(id, upload);
      await server.kill();
      await server.startAgain();
      const done = await server.reach(id, 'success_video_process', 'error_video_process');
      expect(done).toMatchObject({ stage: 'success_video_process', video: { sha256: sha256(file) } });
      expect(await readdir(join(folder, 'data', 'uploads'))).toEqual([]);
    },
  );

  if (isLong) {
    test('in the middle of a step resumes at that step, and leaves no other program running', {
      timeout: patience,
    }, async () => {
      const { id, upload } = await server.uploaded(makeRecording('avi', 40, '1280x720'));
      await writeFile(join(folder, 'log'), '');
      await server.processVideo(id, upload);
      const encoding = () => running(join(folder, 'data', 'work'));
      // The server processes a recording of its demo data meanwhile: only the runs over this one count.
      const ofThis = (lines: string[]) => lines.filter((line) => line.includes(upload.id));
      await until(
        async () => (ofThis(await encoding()).some((line) => line.includes('libx264')) ? true : undefined),
        'the encoding',
      );
      await server.kill();
      await until(async () => ((await encoding()).length === 0 ? true : undefined), 'the end of ffmpeg', 5_000);
      await server.startAgain();
      const done = await server.reach(id, 'success_video_process', 'error_video_process');
      expect(done.processing?.map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'done'));
      const runs = ofThis((await readFile(join(folder, 'log'), 'utf8')).trim().split('\n'));
      expect(runs.filter((line) => line.includes('-frames:v 1 -c:v wrapped_avframe'))).toHaveLength(1);
      expect(runs.filter((line) => line.includes('libx264'))).toHaveLength(2);
      const work = () => readdir(join(folder, 'data', 'work'));
      await until(async () => ((await work()).length === 0 ? true : undefined), 'an empty folder of work');
    });

    test('in the middle of a long encoding resumes after the sections it has kept', { timeout: patience }, async () => {
      const { id, upload } = await server.uploaded(makeRecording('avi', 600, '320x180'));
      await writeFile(join(folder, 'log'), '');
      await server.processVideo(id, upload);
      const kept = () => readdir(join(folder, 'data', 'sections', upload.id)).catch(() => []);
      await until(async () => (await kept()).length > 0 || undefined, 'the first section', patience);
      await server.kill();
      const first = (await kept()).sort()[0] ?? '';
      const { mtimeMs } = await stat(join(folder, 'data', 'sections', upload.id, first));
      await server.startAgain();
      await until(async () => (await kept()).length > 2 || undefined, 'what follows', patience);
      expect((await stat(join(folder, 'data', 'sections', upload.id, first))).mtimeMs).toBe(mtimeMs);
      const done = await server.reach(id, 'success_video_process', 'error_video_process');
      expect(done.stage).toBe('success_video_process');
      expect(done.video?.duration).toBeCloseTo(600, 0);
      const runs = (await readFile(join(folder, 'log'), 'utf8')).split('\n').filter((line) => line.includes('libx264'));
      expect(runs.filter((line) => line.includes(upload.id)).map((line) => /select='gt\(t/.test(line))).toEqual([
        false,
        true,
      ]);
      const left = () => readdir(join(folder, 'data', 'sections'));
      await until(async () => (await left()).length === 0 || undefined, 'an empty folder of sections');
    });

    test('during speech recognition does not request recognised pieces again', { timeout: 2 * patience }, async () => {
      // The demo's recording is searched too, so the counted requests are those with this person's own keyword.
      const word = `слово${uuidv7()}`;
      await server.call('POST', '/keywords', { name: word });
      const own = () => endpoint.asked.filter(({ fields }) => fields.prompt?.includes(word)).length;
      let answered = 0;
      let isSlow = true;
      endpoint.behave = (reply) => {
        if (answered > 0 && isSlow) return;
        answered += 1;
        sendJson(reply, verbose([0, 1, `Часть ${answered}`]));
      };
      const { id, upload } = await server.uploaded(
        makeMedia([...tone, '-t', '650', '-ar', '16000', '-b:a', '16k', '-c:a', 'libmp3lame', 'a.mp3']),
      );
      const before = own();
      await server.processVideo(id, upload);
      await until(() => own() - before === 2 || undefined, 'the second piece', patience);
      await server.kill();
      isSlow = false;
      await server.startAgain();
      await server.reach(id, 'success_video_process', 'error_video_process');
      const { segments } = await server.call<Transcript>('GET', `/protocols/${id}/transcript`);
      expect(segments.map(({ text }) => text)).toEqual(['Часть 1', 'Часть 2', 'Часть 3']);
      expect(own() - before).toBe(4);
    });
  }
});

/** Returns the command lines of the processes that name this folder. */
async function running(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(folder));
}
