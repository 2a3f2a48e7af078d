import { expect, test } from 'vitest';
import { withDeleted } from './with-deleted.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id })) as [{ id: string }, { id: string }, { id: string }];

test('a deleted keyword keeps its place, also when the list became shorter', () => {
  expect(withDeleted([a, c], [{ keyword: b, place: 1 }])).toEqual([a, b, c]);
  expect(withDeleted([a], [{ keyword: c, place: 2 }])).toEqual([a, c]);
  expect(withDeleted([], [{ keyword: a, place: 0 }])).toEqual([a]);
});

test('several keywords deleted one after another keep their places', () => {
  const firstDownwards = [a, b, c].map((keyword) => ({ keyword, place: 0 }));
  expect(withDeleted([], firstDownwards)).toEqual([a, b, c]);
  const lastUpwards = [c, b, a].map((keyword, index) => ({ keyword, place: 2 - index }));
  expect(withDeleted([], lastUpwards)).toEqual([a, b, c]);
});

test('the list is unchanged when nothing is deleted or all is back', () => {
  expect(withDeleted([a, b], [])).toEqual([a, b]);
  expect(withDeleted([a, b], [{ keyword: b, place: 0 }])).toEqual([a, b]);
});
