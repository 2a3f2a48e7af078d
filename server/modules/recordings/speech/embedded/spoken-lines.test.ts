import { expect, test } from 'vitest';
import { spokenLines } from './spoken-lines.ts';

const heard = (...tokens: [token: string, at: number][]) => ({
  text: tokens.map(([token]) => token).join(''),
  tokens: tokens.map(([token]) => token),
  timestamps: tokens.map(([, at]) => at),
});

test('tokens become words, and sentences lines with their times', () => {
  const lines = spokenLines(
    heard([' До', 0.2], ['брый', 0.4], [' день', 0.8], ['.', 1], [' На', 1.4], ['чнём', 1.6], ['?', 1.8]),
    5,
    true,
  );
  expect(lines).toEqual([
    { start: 0.2, end: 1.3, text: 'Добрый день.' },
    { start: 1.4, end: 2.1, text: 'Начнём?' },
  ]);
});

test('a token that is a blank separates words', () => {
  const lines = spokenLines(heard(['д', 0.1], ['а', 0.2], [' ', 0.3], ['н', 0.5], ['у', 0.6]), 2, false);
  expect(lines).toEqual([{ start: 0.1, end: 0.9, text: 'Да ну.' }]);
});

test('an abbreviation does not end a line', () => {
  const lines = spokenLines(
    heard([' 2026', 0], [' г.', 1], [' и', 1.5], [' 5', 2], [' руб.', 2.2], [' Всё.', 3]),
    5,
    true,
  );
  expect(lines.map(({ text }) => text)).toEqual(['2026 г. и 5 руб. Всё.']);
});

test('without punctuation a pause ends a line, and punctuation is added by rules', () => {
  const lines = spokenLines(heard([' да', 0], [' утвердить', 0.4], [' кто', 3], [' за', 3.3]), 5, false);
  expect(lines.map(({ text }) => text)).toEqual(['Да утвердить.', 'Кто за?']);
});

test('a line lasts at most twenty seconds', () => {
  const words = Array.from({ length: 100 }, (_, place): [string, number] => [` слово${place}`, place * 0.5]);
  const lines = spokenLines(heard(...words), 60, false);
  expect(lines.length).toBeGreaterThan(1);
  for (const { start, end } of lines) expect(end - start).toBeLessThan(21);
  expect(lines.flatMap(({ text }) => text.toLowerCase().match(/слово\d+/g))).toHaveLength(100);
});

test('without times from the model the lines are spread over the piece', () => {
  const lines = spokenLines({ text: ' Первое. Второе.', tokens: [' Первое', '.'], timestamps: [] }, 10, true);
  expect(lines).toEqual([
    { start: 0, end: 5, text: 'Первое.' },
    { start: 5, end: 10, text: 'Второе.' },
  ]);
});

test('without words there are no lines', () => {
  expect(spokenLines({ text: '', tokens: [], timestamps: [] }, 5, true)).toEqual([]);
});
