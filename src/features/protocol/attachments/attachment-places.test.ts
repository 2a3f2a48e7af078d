import { expect, test } from 'vitest';
import { positionAt } from './attachment-places.ts';

const all = [
  { id: 'a', position: 1 },
  { id: 'b', position: 2 },
  { id: 'c', position: 8 },
];

test.each([
  ['c', 0, 0],
  ['a', 1, 5],
  ['a', 2, 9],
  ['b', 0, 0],
])('%s moves to place %i with position %d', (id, to, position) => {
  expect(positionAt(all, id, to)).toBe(position);
});

test('a position is found even if none is set', () => {
  expect(positionAt([{ id: 'a' }, { id: 'b' }], 'a', 1)).toBe(1);
  expect(positionAt([{ id: 'a' }], 'a', 0)).toBe(0);
});
