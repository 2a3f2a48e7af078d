import { expect, test } from 'vitest';
import { recurringTitle } from './recurring-title.ts';

test.each([
  ['Планёрка 3 марта', 'планерка № 12 от 10.03.2026'],
  ['Совещание по бюджету на 2026 год, май', 'Совещание по бюджету на 2027 год, июнь'],
  ['Марш протеста', 'Марш протеста'],
])('«%s» and «%s» are one series', (one, other) => {
  expect(recurringTitle(one)).toBe(recurringTitle(other));
});

test('other words are another series, dates alone are none', () => {
  expect(recurringTitle('О бюджете')).not.toBe(recurringTitle('О складе'));
  expect(recurringTitle('12 мая 2026 г.')).toBe('');
});
