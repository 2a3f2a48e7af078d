import { expect, test } from 'vitest';
import { withoutRepeated } from './same-sound.ts';

let step = 0;
/** Irregular numbers within 0–1, the same each time. */
const random = () => {
  step += 1;
  return Math.abs(Math.sin(step * step)) % 1;
};
/** Levels of a voice that speaks in some tenths of a minute. */
const voice = (...tenths: number[]) =>
  Array.from({ length: 150 }, (_, at) => (tenths.includes(Math.floor(at / 15)) ? 0.02 + random() * 0.2 : 0));
const nearly = (levels: readonly number[], volume = 1) =>
  levels.map((level) => level * volume * (0.97 + random() * 0.06));
const mix = (...tracks: number[][]) =>
  (tracks[0] ?? []).map((_, at) => Math.hypot(...tracks.map((each) => each[at] ?? 0)));

const [anna, boris, vera] = [voice(0, 1, 5, 6), voice(2, 3, 7), voice(4, 8, 9)];

test('a track that has the same sound as one before it is left out, also at another volume', () => {
  expect(withoutRepeated([anna, nearly(anna)])).toEqual([0]);
  expect(withoutRepeated([anna, boris, nearly(anna, 0.5), nearly(boris, 2)])).toEqual([0, 1]);
});

test('the mix of the other tracks is left out, wherever it stands', () => {
  expect(withoutRepeated([nearly(mix(anna, boris)), anna, boris])).toEqual([1, 2]);
  expect(withoutRepeated([anna, nearly(mix(anna, boris, vera)), boris, vera])).toEqual([0, 2, 3]);
});

test('speakers stay, also those that the microphones of others hear faintly', () => {
  expect(withoutRepeated([anna, boris, vera])).toEqual([0, 1, 2]);
  const faint = (levels: number[]) => nearly(levels, 0.25);
  expect(withoutRepeated([mix(anna, faint(boris)), mix(boris, faint(anna))])).toEqual([0, 1]);
});

test('tracks that tell nothing stay: too short, silent, or always equally loud', () => {
  const short = anna.slice(0, 20);
  expect(withoutRepeated([short, short])).toEqual([0, 1]);
  const silent = anna.map(() => 0);
  expect(withoutRepeated([silent, silent])).toEqual([0, 1]);
  const steady = anna.map((_, at) => (at < 50 ? 0 : 0.1 + random() * 0.002));
  expect(withoutRepeated([steady, nearly(steady)])).toEqual([0, 1]);
});
