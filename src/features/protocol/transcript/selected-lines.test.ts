import { expect, test } from 'vitest';
import { linesIn, saidIn } from './selected-lines.ts';

const line = (id: string, start: number, text: string, speaker: string | null = 'Иванов') => ({
  ...{ id, start, end: start + 3, text, speaker },
});
const lines = [line('a', 0, 'Решили:'), line('b', 4, ' утвердить смету. '), line('c', 8, 'Поддерживаю.', 'Ким')];

test('a range holds the lines between its ends, whichever was chosen first', () => {
  const ids = (from: string, to: string) => linesIn(lines, { from, to }).map(({ id }) => id);
  expect([ids('a', 'b'), ids('c', 'b'), ids('b', 'b'), ids('a', 'gone')]).toEqual([['a', 'b'], ['b', 'c'], ['b'], []]);
  expect(linesIn(lines, undefined)).toEqual([]);
});

test('what is said has its moment, and its speaker where one alone speaks', () => {
  expect(saidIn(lines.slice(0, 2))).toEqual({
    text: 'Решили: утвердить смету.',
    evidence: { start: 0, end: 7, quote: 'Решили: утвердить смету.', speaker: 'Иванов' },
  });
  expect(saidIn(lines)?.evidence).toEqual({ start: 0, end: 11, quote: 'Решили: утвердить смету. Поддерживаю.' });
  expect(saidIn([])).toBeUndefined();
  const long = saidIn([line('d', 0, 'слово '.repeat(200))]);
  expect([long?.text.length, long?.evidence?.quote?.length]).toEqual([1199, 500]);
});
