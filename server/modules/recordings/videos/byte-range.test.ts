import { expect, test } from 'vitest';
import { readRange } from './byte-range.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=999-999', { start: 999, end: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
])('reads the range %s of 1000 bytes', (header, range) => {
  expect(readRange(header, 1000)).toEqual(range);
});

test('an empty file has no range to read', () => {
  expect(readRange('bytes=0-', 0)).toBe('none');
});
