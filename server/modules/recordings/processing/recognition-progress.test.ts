import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type RecognitionProgress, readProgress } from './recognition-progress.ts';

const piece = { start: 0, end: 300, lines: [{ start: 1, end: 2, text: 'Раз' }] };
const read = (kept: unknown, by: RecognitionProgress['place'], run = 1) => readText(JSON.stringify(kept), by, run);
const readText = (text: string, by: RecognitionProgress['place'], run = 1) => {
  const bytes = Buffer.from(text);
  return readProgress({ size: async () => bytes.length, read: async () => Readable.from([bytes]) }, 'speech.json', {
    by,
    run,
  });
};

test.each([
  [[piece], 'service'],
  [{ heard: [piece], transcript: 't' }, 'service'],
  [{ heard: [piece], pieces: [[{ start: 0, end: 300, silent: false }]], transcript: 't' }, 'machine'],
  [{ heard: [piece], place: 'machine', transcript: 't' }, 'machine'],
] as const)('%j is continued by the same recogniser and restarted by another', async (kept, place) => {
  const other = place === 'machine' ? 'service' : 'machine';
  expect((await read(kept, place)).heard).toEqual([piece]);
  expect((await read(kept, undefined)).heard).toEqual([piece]);
  expect(await read(kept, other)).toMatchObject({ heard: [], pieces: [], place: other });
});

test('a finished recognition is kept within its run, and repeated in the next one', async () => {
  const kept = { heard: [piece], place: 'service', transcript: 't', ended: 2 };
  expect((await read(kept, 'service', 2)).heard).toEqual([piece]);
  expect(await read(kept, 'service', 3)).toEqual({ heard: [], pieces: [], place: 'service', earlier: 't' });
});

test.each(['', '{"heard": [', '\0\0\0\0', '7'])('damaged progress counts as none: %j', async (text) => {
  expect(await readText(text, 'service')).toEqual({ heard: [], pieces: [], place: 'service' });
});
