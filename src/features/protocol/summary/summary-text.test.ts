import { expect, test } from 'vitest';
import { summaryText } from './summary-text.ts';

const points = [{ text: 'Смету утвердили.' }, { text: 'Склад обсудят.' }];
const joined = 'Смету утвердили. Склад обсудят.';

test('a text that was made by joining the points is not said twice', () => {
  expect(summaryText({ text: joined, points, source: 'extract' })).toBe('');
  expect(summaryText({ text: `${points[0]?.text}\n${points[1]?.text} `, points, source: 'llm' })).toBe('');
  expect(summaryText({ text: joined, points })).toBe('');
});

test('a text that says anything more than the points is whole', () => {
  const text = 'Смету утвердили. Спорили долго. Склад обсудят.';
  for (const source of ['human', 'extract', 'llm', null] as const) {
    expect(summaryText({ text, points, source })).toBe(text);
  }
  expect(summaryText({ text: 'Смету утвердили.', points: [], source: 'extract' })).toBe('Смету утвердили.');
});

test('what a person wrote is whole, also where it says no more than the points', () => {
  expect(summaryText({ text: joined, points, source: 'human' })).toBe(joined);
});

test('nothing is nothing', () => {
  expect(summaryText(undefined)).toBe('');
  expect(summaryText({ text: ' \n', points: [], source: 'human' })).toBe('');
});
