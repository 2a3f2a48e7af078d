import { expect, test } from 'vitest';
import { cutSound, levelSeconds } from './pieces-for-service.ts';

const sound = (seconds: number, levelAt: (second: number) => number) =>
  Array.from({ length: Math.round(seconds / levelSeconds) }, (_, index) => levelAt(index * levelSeconds));

test('a short sound is one piece', () => {
  expect(cutSound(sound(40, () => -20))).toEqual([{ start: 0, end: 40, silent: false }]);
});

test('a long sound is cut in its pauses, without a gap', () => {
  const pieces = cutSound(sound(1000, (at) => (Math.floor(at) % 50 === 47 ? -70 : -20)));
  expect(pieces.map(({ start }) => start)).toEqual(
    pieces.map((_, index) => (index === 0 ? 0 : pieces[index - 1]?.end)),
  );
  expect(pieces.at(-1)?.end).toBe(1000);
  for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(300);
  for (const { end } of pieces.slice(0, -1)) expect(Math.floor(end) % 50).toBe(47);
});

test('a long sound without a pause is cut, too', () => {
  expect(cutSound(sound(700, () => -20)).map(({ end }) => Math.round(end))).toEqual([300, 599, 700]);
});

test('silent pieces are marked, also for digital silence', () => {
  const pieces = cutSound(sound(900, (at) => (at < 310 ? Number.NEGATIVE_INFINITY : -30)));
  expect(pieces[0]?.silent).toBe(true);
  expect(pieces.slice(1).some(({ silent }) => silent)).toBe(false);
  expect(cutSound([])).toEqual([]);
});
