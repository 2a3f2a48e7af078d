import { expect, test } from 'vitest';
import type { FormattedBlock } from '#contract/protocols/formatted-text.ts';
import { type NestedBlock, nestedBlocks } from './nested-blocks.ts';

const point = (kind: 'bullet' | 'number', level: number, text: string): FormattedBlock => ({
  kind,
  level,
  pieces: [{ text }],
});
const shape = (block: NestedBlock): unknown =>
  block.kind === 'list'
    ? [
        block.isNumbered ? 'ol' : 'ul',
        ...block.points.map(({ pieces, lists }) => [pieces[0]?.text, ...lists.map(shape)]),
      ]
    : block.kind;

test('a deeper point is nested in the one before it', () => {
  const blocks = [
    point('number', 0, 'а'),
    point('bullet', 1, 'б'),
    point('number', 1, 'в'),
    point('number', 0, 'г'),
    { kind: 'paragraph' as const, pieces: [] },
    point('number', 0, 'д'),
  ];
  expect(nestedBlocks(blocks).map(shape)).toEqual([
    ['ol', ['а', ['ul', ['б']], ['ol', ['в']]], ['г']],
    'paragraph',
    ['ol', ['д']],
  ]);
});

test('a list that begins deep, or goes two levels deeper at once, is nested by one', () => {
  expect(nestedBlocks([point('bullet', 2, 'а'), point('bullet', 2, 'б')]).map(shape)).toEqual([
    ['ul', ['а', ['ul', ['б']]]],
  ]);
});
