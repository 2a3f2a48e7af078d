import { expect, test } from 'vitest';
import { withDeleted } from './with-deleted.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id })) as [{ id: string }, { id: string }, { id: string }];

test('a deleted one keeps its place, also when the rest grew shorter', () => {
  expect(withDeleted([a, c], { keyword: b, place: 1 })).toEqual([a, b, c]);
  expect(withDeleted([a], { keyword: c, place: 2 })).toEqual([a, c]);
  expect(withDeleted([], { keyword: a, place: 0 })).toEqual([a]);
});

test('nothing deleted, or back again: the list as it is', () => {
  expect(withDeleted([a, b], undefined)).toEqual([a, b]);
  expect(withDeleted([a, b], { keyword: b, place: 0 })).toEqual([a, b]);
});
