import { expect, test } from 'vitest';
import { cutSpeech, loudStretches } from './pieces-for-recogniser.ts';

const levels = (seconds: number, loud = -20) => Array.from({ length: seconds * 10 }, () => loud);
const spoken = (pieces: ReturnType<typeof cutSpeech>) => pieces.filter(({ silent }) => !silent);

test('speech is widened, near stretches are joined, and the pieces cover the whole sound', () => {
  const speech = [
    [1, 2],
    [3.5, 5],
    [20, 21],
  ] as const;
  expect(cutSpeech(speech, levels(30), 30)).toEqual([
    { start: 0, end: 0.75, silent: true },
    { start: 0.75, end: 5.25, silent: false },
    { start: 5.25, end: 19.75, silent: true },
    { start: 19.75, end: 21.25, silent: false },
    { start: 21.25, end: 30, silent: true },
  ]);
});

test('a long speech is cut where it is quietest, and no piece is longer than 25 seconds', () => {
  const loud = levels(70);
  loud.fill(-50, 180, 184);
  const pieces = cutSpeech([[0, 70]], loud, 70);
  expect(pieces[0]).toEqual({ start: 0, end: 18.25, silent: false });
  for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(25);
  expect(pieces.at(-1)?.end).toBe(70);
  for (const [place, { start }] of pieces.entries()) expect(start).toBe(place > 0 ? pieces[place - 1]?.end : 0);
});

test('no remaining piece is shorter than a second', () => {
  const loud = levels(30);
  loud.fill(-50, 247, 252);
  expect(spoken(cutSpeech([[0, 25]], loud, 30)).map(({ start, end }) => end - start >= 1)).toEqual([true, true]);
});

test('near stretches that would be too long together stay apart', () => {
  const pieces = spoken(
    cutSpeech(
      [
        [0, 15],
        [16, 30],
      ],
      levels(30),
      30,
    ),
  );
  expect(pieces.map(({ start, end }) => [start, end])).toEqual([
    [0, 15.25],
    [15.75, 30],
  ]);
});

test('without speech the whole sound is silent, without a sound there are no pieces', () => {
  expect(cutSpeech([], levels(5), 5)).toEqual([{ start: 0, end: 5, silent: true }]);
  expect(cutSpeech([], [], 0)).toEqual([]);
});

test('loud stretches count as speech without a speech detector', () => {
  const loud = levels(3, -80);
  loud.fill(-30, 10, 15);
  expect(loudStretches(loud)).toEqual([[1, 1.5]]);
  expect(loudStretches(levels(1, Number.NEGATIVE_INFINITY))).toEqual([]);
});
