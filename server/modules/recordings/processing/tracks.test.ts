import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryTracks } from './tracks.ts';

let workDir: string;
beforeEach(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'protokol-tracks-'));
});
afterEach(() => rm(workDir, { recursive: true }));

/** What is found out of a picture by a program that runs these lines. */
async function tried(script: string, { stallMs = 20_000, width = 160 } = {}) {
  const ffmpeg = join(workDir, 'ffmpeg');
  await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`);
  await chmod(ffmpeg, 0o755);
  const { signal } = new AbortController();
  const work = { tools: { ffmpeg, ffprobe: ffmpeg, stallMs }, workDir, signal, progress: () => undefined };
  const picture = { index: 0, codec_type: 'video', codec_name: 'h264', width };
  const [track] = await tryTracks('file', [picture], work, { locked: new Set(), isOneEnough: true });
  return track?.unread;
}

test('a lack of memory fails the check and does not mark the picture as unreadable', async () => {
  await expect(tried('echo "Cannot allocate memory" >&2; exit 1')).rejects.toThrow('не хватает памяти');
});

test.each([
  [undefined, 'echo "0, 0, 0, 1, 536, 0x1"'],
  ['empty', 'exit 0'],
  ['damaged', 'echo "Invalid data found when processing input" >&2'],
  ['unknown', 'echo "Decoder (codec vvc) not found for input stream #0:0" >&2; exit 1'],
])('finds the cause %s from the output of: %s', async (cause, script) => {
  expect(await tried(script)).toBe(cause);
});

test('a declared track without content is empty, and one with unreadable bytes is damaged', async () => {
  const nothing = 'echo "Cannot determine format of input stream 0:1 after EOF" >&2; exit 1';
  expect(await tried(nothing, { width: 0 })).toBe('empty');
  expect(await tried(`echo "Error while decoding stream #0:1" >&2; ${nothing}`, { width: 0 })).toBe('damaged');
  expect(await tried(nothing)).toBe('damaged');
});

test('a track that stalls counts as damaged and does not fail the check', async () => {
  expect(await tried('while :; do echo out_time_us=0; sleep 0.05; done', { stallMs: 200 })).toBe('damaged');
});
