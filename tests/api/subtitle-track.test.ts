import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSubtitleTrack } from '#server/modules/recordings/processing/subtitle-track.ts';
import { bars, h264, makeMedia } from './support/make-media.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-subtitles-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the subtitles of a recording of ten seconds with these tracks; each has its language and a line for some of the seconds. */
async function readTracks(...tracks: [language: string, seconds: number[], text: string][]) {
  const inputs = tracks.flatMap((_, at) => ['-i', `${at}.srt`]);
  const maps = ['-map', '0', ...tracks.flatMap((_, at) => ['-map', String(at + 1)])];
  const tags = tracks.flatMap(([language], at) => [`-metadata:s:s:${at}`, `language=${language}`]);
  const flags = ['-disposition:s:0', 'default+forced'];
  const files = Object.fromEntries(
    tracks.map(([, seconds, text], at) => {
      const lines = seconds.map(
        (second, line) => `${line + 1}\n00:00:0${second},000 --> 00:00:0${second},900\n${text}\n`,
      );
      return [`${at}.srt`, lines.join('\n')];
    }),
  );
  const args = [...bars, ...inputs, ...maps, '-t', '10', ...h264, '-c:s', 'srt', ...tags, ...flags, 'v.mkv'];
  const path = join(folder, 'v.mkv');
  await writeFile(path, makeMedia(args, files));
  const subtitles = tracks.map(([language], track) => ({ codec: 'subrip', track, language, isDefault: track === 0 }));
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  const work = { tools, workDir: folder, signal: new AbortController().signal, progress: () => undefined };
  const read = await readSubtitleTrack(path, { container: 'matroska', duration: 10, subtitles }, work);
  return [read?.lines.map(({ text }) => text), read?.isRussian];
}

test('of several Russian tracks the one with the most text is read, not the one of signs that is the default', async () => {
  const [lines, isRussian] = await readTracks(
    ['rus', [1], 'Вывеска'],
    ['rus', [1, 3, 5], 'Утвердить смету'],
    ['eng', [1, 3, 5, 7], 'Approve the budget of the department'],
  );
  expect([lines, isRussian]).toEqual([Array(3).fill('Утвердить смету'), true]);
});
