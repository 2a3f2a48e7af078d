import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { survey } from './survey.ts';

let workDir: string;
beforeEach(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'protokol-survey-'));
});
afterEach(() => rm(workDir, { recursive: true }));

const lines = ['#tb 0: 1/10', '#media_type 0: video', ...[0, 1, 2, 3].map((at) => `0, ${at}, ${at}, 1, 9, 0x1`)];

test.each([
  [0, 0.4, []],
  [4, 0.4, [0, 0.1, 0.2, 0.3]],
])('finds the end of the packets, and the times of the requested number: %i', async (keep, end, times) => {
  const found = await surveyed(keep);
  expect(found.end).toBeCloseTo(end);
  expect(found.tracks[0]?.times.map((time) => Number(time.toFixed(3)))).toEqual(times);
});

test('a recording with more packets than the limit is rejected', async () => {
  await expect(surveyed(3)).rejects.toThrow('слишком многих частей');
});

async function surveyed(keep: number) {
  const ffmpeg = join(workDir, 'ffmpeg');
  await writeFile(ffmpeg, `#!/bin/sh\ncat <<END\n${lines.join('\n')}\nEND\nexec sleep ${keep === 3 ? 60 : 0}\n`);
  await chmod(ffmpeg, 0o755);
  const { signal } = new AbortController();
  const work = { tools: { ffmpeg, ffprobe: ffmpeg }, workDir, signal, progress: () => undefined };
  return survey('file', [0], work, { keep });
}
