import { expect, test } from 'vitest';
import { summaryText } from './summary-text.ts';

const points = [{ text: 'Смету утвердили.' }, { text: 'Склад обсудят.' }];
const joined = 'Смету утвердили. Склад обсудят.';

test('a text that only joins the points is not shown twice', () => {
  expect(summaryText({ text: joined, points, source: 'extract' })).toBe('');
  expect(summaryText({ text: `${points[0]?.text}\n${points[1]?.text} `, points, source: 'llm' })).toBe('');
  expect(summaryText({ text: joined, points })).toBe('');
});

test('a text that says more than the points is shown whole', () => {
  const text = 'Смету утвердили. Спорили долго. Склад обсудят.';
  for (const source of ['human', 'extract', 'llm', null] as const) {
    expect(summaryText({ text, points, source })).toBe(text);
  }
  expect(summaryText({ text: 'Смету утвердили.', points: [], source: 'extract' })).toBe('Смету утвердили.');
});

test('a text written by a person is shown whole, even if it only repeats the points', () => {
  expect(summaryText({ text: joined, points, source: 'human' })).toBe(joined);
});

test('an empty summary has no text', () => {
  expect(summaryText(undefined)).toBe('');
  expect(summaryText({ text: ' \n', points: [], source: 'human' })).toBe('');
});
