import { expect, test } from 'vitest';
import { untilWords } from './until-words.ts';

const at = (hours: number, minutes: number) => new Date(2026, 10, 25, hours, minutes).getTime();
const meeting = { start: at(11, 0), end: at(12, 30), isEndSet: true };

test.each([
  [at(10, 20), 'через 40\u00A0минут'],
  [at(10, 59), 'через 1\u00A0минуту'],
  [at(10, 59) + 59_000, 'через 1\u00A0минуту'],
  [at(10, 0), 'через 1\u00A0час'],
  [at(8, 38), 'через 2\u00A0часа 22\u00A0минуты'],
  [at(11, 0), 'идёт до 12:30'],
  [at(12, 29), 'идёт до 12:30'],
])('at %i the words are «%s»', (now, words) => {
  expect(untilWords(meeting, now)).toBe(words);
});

test('an end that is not set, or is on another day, is not named', () => {
  expect(untilWords({ ...meeting, isEndSet: false }, at(11, 30))).toBe('уже идёт');
  expect(untilWords({ ...meeting, end: at(30, 0) }, at(11, 30))).toBe('уже идёт');
});
