import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test('one page needs no gap', () => {
  expect(pageNumbers(1, 1, false)).toEqual([1]);
});

test('a long list shows its first and last page and those around the current one', () => {
  expect(pageNumbers(1, 9, true)).toEqual([1, 2, 3, null, 9]);
  expect(pageNumbers(6, 9, true)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pageNumbers(20, 40, true)).toEqual([1, 2, 3, null, 19, 20, 21, null, 40]);
});

test('a provider that reports no last page offers the next one', () => {
  expect(pageNumbers(2, undefined, true)).toEqual([1, 2, 3]);
  expect(pageNumbers(2, undefined, false)).toEqual([1, 2]);
});
