import { expect, test } from 'vitest';
import { isWholeDay, monthOf, rangeProblem } from './day-range.ts';

test('a month is whole, February of a leap year too', () => {
  expect(monthOf(new Date(2028, 1, 10))).toEqual({ start: '2028-02-01', end: '2028-02-29' });
  expect(monthOf(new Date(2026, 11, 31))).toEqual({ start: '2026-12-01', end: '2026-12-31' });
});

test('a part of a day is none', () => {
  expect(['2026-11-21', null, 'unfinished', '2026-13-01', '0026-11-21'].map(isWholeDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a range that the server would refuse says why', () => {
  expect(rangeProblem('2026-11-01', '2026-11-01')).toBeUndefined();
  expect(rangeProblem('2026-11-02', '2026-11-01')).toBe('Конец периода раньше начала');
  expect(rangeProblem('2026-01-01', '2027-02-04')).toBeUndefined();
  expect(rangeProblem('2026-01-01', '2027-02-05')).toBe('Период не может быть длиннее 400 дней');
});
