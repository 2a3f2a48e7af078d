import { expect, test } from 'vitest';
import { isWholeDay, rangeProblem } from './own-range.ts';

test('an incomplete or invalid day is no day', () => {
  expect(['2026-11-21', null, 'unfinished', '2026-13-01', '0026-11-21'].map(isWholeDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a range that the server would refuse gets a reason', () => {
  expect(rangeProblem('2026-11-01', '2026-11-01')).toBeUndefined();
  expect(rangeProblem('2026-11-02', '2026-11-01')).toBe('Конец периода раньше начала');
  expect(rangeProblem('2026-01-01', '2027-02-04')).toBeUndefined();
  expect(rangeProblem('2026-01-01', '2027-02-05')).toBe('Период не может быть длиннее 400 дней');
});
