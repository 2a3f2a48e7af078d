import { expect, test } from 'vitest';
import { beyondBounds } from './cache-bounds.ts';

function entries(count: number, length: number) {
  return new Map(Array.from({ length: count }, (_, index) => [`q${index}`, { length, usedAt: 1000 - index }]));
}

test('evicts nothing within the limits', () => {
  expect(beyondBounds(new Map())).toEqual([]);
  expect(beyondBounds(entries(500, 8000))).toEqual([]);
});

test('above 500 queries, evicts those unused for longest', () => {
  expect(beyondBounds(entries(503, 10))).toEqual(['q502', 'q501', 'q500']);
});

test('above 8 MB, 4 million characters, evicts queries until the rest fits', () => {
  expect(beyondBounds(entries(6, 900_000))).toEqual(['q5', 'q4']);
});
