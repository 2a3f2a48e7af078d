import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '#server/modules/recordings/processing/probe.ts';
import { makeMedia } from './support/make-media.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-sounds-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Input arguments: half a minute of noise as loud as syllables, in every other five seconds, from the first or the second on. */
const voice = (turn: 0 | 1) => {
  const syllables = 'abs(sin(7*t)*sin(1.7*t)*sin(0.9*t))';
  return [
    '-f',
    'lavfi',
    '-i',
    `aevalsrc='(random(${turn})-0.5)*${syllables}*eq(mod(floor(t/5),2),${turn})':d=30:s=16000`,
  ];
};

async function heardIn(name: string, args: string[]) {
  const path = join(folder, name);
  await writeFile(path, makeMedia([...args, name]));
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  const work = { tools, workDir: folder, signal: new AbortController().signal, progress: () => undefined };
  const { media, warnings } = await probe(path, work);
  return { voices: media.audio?.voices, track: media.audio?.track, warnings: warnings.map(({ text }) => text) };
}

test('the same sound in two codecs is one track', async () => {
  const codecs = ['-c:a:0', 'aac', '-c:a:1', 'ac3'];
  const found = await heardIn('tv.ts', [...voice(0), '-map', '0', '-map', '0', ...codecs]);
  expect(found).toEqual({ track: 0, warnings: [] });
});

test('a mix beside the tracks of its speakers is left out', async () => {
  const mix = ['-filter_complex', '[0][1]amix=inputs=2:normalize=0[m]', '-map', '[m]', '-map', '0', '-map', '1'];
  const found = await heardIn('obs.mkv', [...voice(0), ...voice(1), ...mix, '-c:a', 'aac']);
  expect(found).toMatchObject({ voices: [1, 2], track: 1 });
});

test('speakers beyond the twelfth are named in a warning', async () => {
  const tones = Array.from({ length: 13 }, (_, at) => ['-f', 'lavfi', '-i', `sine=frequency=${300 + at * 50}`]);
  const maps = Array.from({ length: 13 }, (_, at) => ['-map', String(at)]);
  const found = await heardIn('many.mka', [...tones.flat(), ...maps.flat(), '-t', '1', '-c:a', 'flac']);
  expect(found.voices).toHaveLength(12);
  expect(found.warnings).toEqual(['Дорожек звука 13, обработаны первые 12']);
});
