import { expect, test } from 'vitest';
import { plural } from '#contract/text/plurals.ts';
import { counted, formatNumber } from './plurals.ts';

test.each([
  [0, 'участников'],
  [1, 'участник'],
  [2, 'участника'],
  [4, 'участника'],
  [5, 'участников'],
  [11, 'участников'],
  [14, 'участников'],
  [21, 'участник'],
  [112, 'участников'],
  [1.5, 'участника'],
])('%d %s', (count, word) => {
  expect(plural(count, 'участник', 'участника', 'участников')).toBe(word);
});

test('a non-breaking space joins the number and its word', () => {
  expect(counted(3, 'видео', 'видео', 'видео')).toBe('3\u00A0видео');
});

test('plural forms and numbers are the same as those of Intl', () => {
  const [rules, numbers] = [new Intl.PluralRules('ru'), new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })];
  const forms = { one: 'one', few: 'few', many: 'many', other: 'few', two: 'few', zero: 'many' };
  for (const count of [...Array(1200).keys(), -1, -2, 2.5, 1e6, 1_000_021]) {
    expect(plural(count, 'one', 'few', 'many'), String(count)).toBe(forms[rules.select(count)]);
    expect(formatNumber(count)).toBe(numbers.format(count));
  }
});
