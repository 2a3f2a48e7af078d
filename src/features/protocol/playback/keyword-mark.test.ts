import { expect, test } from 'vitest';
import { keywordMarks, nearestMark } from './keyword-mark.ts';

const said = (id: string, start: number, keywords: string[] | null = null) => ({
  ...{ id, start, end: start + 3, text: 'Текст', keywords },
});

test('every line with keywords is a mark; the one nearest to a moment is found', () => {
  const marks = keywordMarks([
    said('a', 0),
    said('b', 10, ['смета', 'срок']),
    said('c', 30, []),
    said('d', 60, ['срок']),
  ]);
  expect(marks).toEqual([
    { id: 'b', start: 10, words: 'смета, срок' },
    { id: 'd', start: 60, words: 'срок' },
  ]);
  expect([0, 34, 36, 900].map((at) => nearestMark(marks, at)?.id)).toEqual(['b', 'b', 'd', 'd']);
  expect(nearestMark([], 5)).toBeUndefined();
});
