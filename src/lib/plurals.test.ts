import { expect, test } from 'vitest';
import { counted, plural } from './plurals.ts';

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

test('the number stays with its word on one line', () => {
  expect(counted(3, 'видео', 'видео', 'видео')).toBe('3\u00A0видео');
});
