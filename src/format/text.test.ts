import { expect, test } from 'vitest';
import { shortened } from '#contract/text/shortened.ts';
import { listedName, stageNumber } from './text.ts';

test('a name too long for a sentence or a list is truncated, never inside a surrogate pair', () => {
  expect(shortened('Планёрка')).toBe('Планёрка');
  expect(shortened('Ж'.repeat(81))).toBe(`${'Ж'.repeat(80)}…`);
  expect(shortened(`${'😀'.repeat(79)} конец`)).toBe(`${'😀'.repeat(79)}…`);
  expect(listedName('Ж'.repeat(300))).toBe('Ж'.repeat(300));
  expect(listedName('Ж'.repeat(10_000))).toBe(`${'Ж'.repeat(300)}…`);
  expect([stageNumber(114), stageNumber('1'.repeat(50))]).toEqual(['№\u00A0114', `№\u00A0${'1'.repeat(14)}…`]);
});
