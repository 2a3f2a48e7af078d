import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MediaWork } from '#server/modules/recordings/processing/ffmpeg.ts';
import { makePlayable } from '#server/modules/recordings/processing/playable.ts';
import { makePoster } from '#server/modules/recordings/processing/poster.ts';
import { probe } from '#server/modules/recordings/processing/probe.ts';
import { sampled } from '#tests/support/level.ts';
import { makeRecording } from './support/recording.ts';

const info = {
  container: 'mov',
  duration: 2,
  video: { codec: 'h264', pixels: 'yuv420p', width: 320, height: 240 },
  audio: { codec: 'aac' },
};

let folder: string;
let work: MediaWork;
let listener: Server;
let asked: string[] = [];
let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-untrusted-'));
  listener = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(makeRecording('mp4', 1));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  await writeFile(join(folder, 'private.mp4'), makeRecording('mp4', 2));
});
beforeEach(async () => {
  asked = [];
  const workDir = await mkdtemp(join(folder, 'work-'));
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  work = { tools, workDir, signal: new AbortController().signal, progress: () => undefined };
});
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve));
  await rm(folder, { recursive: true });
});

const hls = (address: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${address}\n#EXT-X-ENDLIST\n`;
const disguises: [string, () => string][] = [
  ['an HLS playlist of another file here', () => hls(`file://${folder}/private.mp4`)],
  ['an HLS playlist of a neighbour', () => hls('private.mp4')],
  ['an HLS playlist of an address', () => hls(`${base}/segment.mp4`)],
  [
    'an HLS playlist that joins a file to an address',
    () => hls(`concat:${base}/head.mp4|file://${folder}/private.mp4`),
  ],
  ['a list of files to join', () => `ffconcat version 1.0\nfile '${folder}/private.mp4'\n`],
  ['a list of addresses to join', () => `ffconcat version 1.0\nfile '${base}/list.mp4'\n`],
  [
    'a DASH manifest',
    () =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S">
<Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${base}/dash.mp4</BaseURL>
<SegmentBase/></Representation></AdaptationSet></Period></MPD>`,
  ],
  [
    'a description of a session',
    () => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n`,
  ],
];

test.each(sampled(disguises, 3))(
  '%s named as a recording is refused, and no other file or address is read',
  async (_what, content) => {
    const path = join(work.workDir, 'Совещание.mp4');
    await writeFile(path, content());
    await expect(probe(path, work)).rejects.toThrow('Файл не является видео');
    // Even if the probe were deceived, the later steps would not be.
    await expect(makePlayable(path, info, work)).rejects.toThrow();
    await expect(makePoster(path, info, work)).rejects.toThrow();
    expect(asked).toEqual([]);
    expect((await readdir(work.workDir)).filter((name) => name.endsWith('.jpg'))).toEqual([]);
  },
);

test('without the guard ffmpeg does follow such a file', async () => {
  const path = join(work.workDir, 'Совещание.mp4');
  await writeFile(path, hls(`${base}/segment.mp4`));
  const open = ['-v', 'error', '-protocol_whitelist', 'file,http,tcp', '-allowed_extensions', 'ALL', '-f', 'hls'];
  await promisify(execFile)('ffprobe', [...open, '-i', path]).catch(() => undefined);
  expect(asked).toContain('/segment.mp4');
});
