import { expect, test } from 'vitest';
import { lengthWords, roomWords } from './recording-words.ts';

test.each([
  [59_000, 'меньше минуты'],
  [60_000, '1\u00A0минута'],
  [12 * 60_000 + 30_000, '12\u00A0минут'],
  [60 * 60_000, '1\u00A0ч'],
  [63 * 60_000, '1\u00A0ч 3\u00A0мин'],
])('%i ms are %s', (millis, words) => {
  expect(lengthWords(millis)).toBe(words);
});

test.each([
  [undefined, undefined],
  [59, /почти нет места/],
  [21 * 60, /на 21\u00A0минуту$/],
  [3 * 3600, /на 3\u00A0часа$/],
  [5 * 3600 + 1800, /на 5\u00A0часов$/],
  [100 * 3600, /больше чем на двое суток/],
])('room for %s seconds is put into words', (room, words) => {
  if (words === undefined) expect(roomWords(room, 1)).toBeUndefined();
  else expect(roomWords(room, 1)).toMatch(words);
});
