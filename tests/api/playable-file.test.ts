import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitsOf } from '#server/modules/recordings/processing/ffmpeg.ts';
import { makePlayable } from '#server/modules/recordings/processing/playable.ts';
import { bars, h264, makeMedia, tone } from './support/make-media.ts';

const info = {
  container: 'mov',
  duration: 4,
  video: { codec: 'h264', profile: 'High', pixels: 'yuv420p', width: 160, height: 120 },
  audio: { codec: 'aac' },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-playable-'));
});
afterAll(() => rm(folder, { recursive: true }));

const workWith = async (ffmpeg = 'ffmpeg') => {
  const workDir = await mkdtemp(join(folder, 'work-'));
  const percents: number[] = [];
  const progress = (percent: number) => percents.push(percent);
  const tools = { ffmpeg, ffprobe: 'ffprobe' };
  return { percents, work: { tools, workDir, signal: new AbortController().signal, progress } };
};
const write = async (name: string, picture: readonly string[]) => {
  const path = join(folder, name);
  await writeFile(path, makeMedia([...bars, ...tone, '-t', '4', ...picture, '-c:a', 'aac', name]));
  return path;
};

test('a copy may be as large as its original, at any bit rate', () => {
  const tenMinutesOf4K = 600 * 12.5e6;
  expect(limitsOf(600, tenMinutesOf4K).maxFile).toBeGreaterThan(tenMinutesOf4K * 1.05);
  expect(limitsOf(600).maxFile).toBeLessThan(tenMinutesOf4K);
});

test('a copy that becomes too large is given up, and the recording is encoded', async () => {
  const original = await write('copied.mp4', [...h264, '-profile:v', 'high']);
  const [ffmpeg, seen] = [join(folder, 'ffmpeg'), join(folder, 'seen')];
  const copying = `*"-c:v copy"*"-f mp4"*) echo copying > ${seen}; kill -XFSZ $$;;`;
  await writeFile(ffmpeg, `#!/bin/sh\ncase "$*" in ${copying} esac\nexec ffmpeg "$@"\n`);
  await chmod(ffmpeg, 0o755);
  const { work } = await workWith(ffmpeg);
  const made = await makePlayable(original, info, work);
  expect(await readFile(seen, 'utf8')).toBe('copying\n');
  expect([made.isCopy, Math.round(made.duration)]).toEqual([false, 4]);
});

test('encoding the picture takes most of the percentage, also where the sound is copied', async () => {
  const original = await write('encoded.mp4', ['-c:v', 'mpeg4']);
  const { percents, work } = await workWith();
  await makePlayable(original, { ...info, video: { ...info.video, codec: 'mpeg4' } }, work);
  const afterEncoding = percents.findLast((percent) => percent <= 80);
  expect(afterEncoding).toBeGreaterThan(60);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
});
