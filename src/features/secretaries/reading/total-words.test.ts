import { expect, test } from 'vitest';
import { totalWords } from './total-words.ts';

test('a count that ends at 1000 says «более»; a total that the counters know is exact', () => {
  const words = (total: number, more: object) => totalWords({ view: 'tasks', page: 1, ...more }, total);
  expect(words(999, { status: 'overdue' })).toBe('Поручений: 999');
  expect(words(1000, { status: 'overdue' })).toBe('Поручений: более 1\u00A0000');
  expect(words(1000, { search: 'смета' })).toBe('Поручений: более 1\u00A0000');
  expect(words(1000, { status: 'done', secretary: 's1', page: 2 })).toBe('Поручений: 1\u00A0000');
  expect(words(1200, {})).toBe('Поручений: 1\u00A0200');
  expect(words(1000, { view: 'protocols', stage: 'final' })).toBe('Протоколов: 1\u00A0000');
  expect(words(1000, { view: 'protocols', undated: true })).toBe('Протоколов: более 1\u00A0000');
  expect(words(1000, { view: 'meetings', weekday: 1 })).toBe('Встреч: 1\u00A0000');
});
