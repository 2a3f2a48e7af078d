import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeInSections } from '#server/modules/recordings/processing/encode-in-sections.ts';
import { limitsOf } from '#server/modules/recordings/processing/ffmpeg.ts';
import { planEncoding } from '#server/modules/recordings/processing/media-info.ts';
import { makePlayable } from '#server/modules/recordings/processing/playable.ts';
import { RunOver } from '#server/modules/recordings/processing/step.ts';
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
/** Makes a program that does what ffmpeg does, after these commands of the shell. */
const ffmpegAfter = async (commands: string) => {
  const path = join(await mkdtemp(join(folder, 'tool-')), 'ffmpeg');
  await writeFile(path, `#!/bin/sh\n${commands}\nexec ffmpeg "$@"\n`);
  await chmod(path, 0o755);
  return path;
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
  const seen = join(folder, 'seen');
  const copying = `*"-c:v copy"*"-f mp4"*) echo copying > ${seen}; kill -XFSZ $$;;`;
  const { work } = await workWith(await ffmpegAfter(`case "$*" in ${copying} esac`));
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

const encode = async (ffmpeg: string | undefined, more: { assertTurn?: () => Promise<void> } = {}) => {
  const original = await write('sections.mp4', ['-c:v', 'mpeg4']);
  const { work } = await workWith(ffmpeg);
  const kept = await mkdtemp(join(folder, 'kept-'));
  const tools = { ...work.tools, sectionSeconds: 1 };
  const path = join(work.workDir, 'playable.mp4');
  const made = encodeInSections(original, { info, plan: planEncoding(info) }, path, { ...work, ...more, tools, kept });
  return { made, kept };
};

test('of what ffmpeg tells while it encodes sections only the end is kept', async () => {
  const { made } = await encode(await ffmpegAfter('head -c 300000 /dev/zero | tr "\\0" x >&2'));
  expect((await made).length).toBeLessThanOrEqual(2 * 16 * 1024);
});

test('a run that is over adds no section to those that the next one continues', async () => {
  const assertTurn = () => Promise.reject(new RunOver());
  const { made, kept } = await encode(undefined, { assertTurn });
  await expect(made).rejects.toThrow(RunOver);
  expect(await readdir(kept)).toEqual([]);
});
