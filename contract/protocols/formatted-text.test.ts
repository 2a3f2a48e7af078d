import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  blocksOf,
  type FormattedText,
  formattedText,
  isSafeLink,
  isUnformatted,
  isWellFormed,
  listMarks,
  paragraphsOf,
  plainText,
  withoutStaleBlocks,
} from './formatted-text.ts';

const words = (text: string) => [{ text }];
const blocks: FormattedText = [
  { kind: 'paragraph', pieces: [{ text: 'Доклад: ' }, { text: 'расходы', bold: true }] },
  { kind: 'number', level: 0, pieces: words('аренда') },
  { kind: 'bullet', level: 1, pieces: words('второй склад') },
  { kind: 'number', level: 0, pieces: words('связь') },
  {
    kind: 'table',
    rows: [
      [words('Статья'), words('Сумма')],
      [words('Аренда'), []],
    ],
  },
];
const said = 'Доклад: расходы\n1. аренда\n  – второй склад\n2. связь\nСтатья\tСумма\nАренда\t';

test('the plain text has list numbers, dashes, and cells separated by tabs', () => {
  expect(plainText(blocks)).toBe(said);
  expect(plainText(paragraphsOf('Раз\r\n\r\nдва'))).toBe('Раз\n\nдва');
  expect(isUnformatted(paragraphsOf('Раз\nдва'))).toBe(true);
  expect(isUnformatted(blocks)).toBe(false);
});

test('numbering continues after nested points, and restarts after a paragraph or another kind of list', () => {
  const point = (kind: 'bullet' | 'number', level = 0) => ({ kind, level, pieces: [] });
  const list = [point('number'), point('number', 1), point('number', 1), point('number'), point('number', 1)];
  expect(listMarks(list)).toEqual(['1.', '1.', '2.', '2.', '1.']);
  expect(listMarks([point('number'), point('bullet'), point('number')])).toEqual(['1.', '–', '1.']);
  expect(listMarks([point('number'), { kind: 'paragraph', pieces: [] }, point('number')])).toEqual(['1.', '', '1.']);
  expect(listMarks([point('number', 2), point('number', 2)])).toEqual(['1.', '2.']);
});

test('formatting is used only while it says the same as the plain text', () => {
  expect(blocksOf({ listened: said, listened_blocks: blocks }, 'listened')).toBe(blocks);
  expect(blocksOf({ listened: `${said} и ещё`, listened_blocks: blocks }, 'listened')).toBeUndefined();
  expect(blocksOf({ listened: said, listened_blocks: 'bold' }, 'listened')).toBeUndefined();
  const item = { listened: said, listened_blocks: blocks, discussion: 'Ким', discussion_blocks: blocks };
  expect(withoutStaleBlocks(item)).toEqual({ listened: said, listened_blocks: blocks, discussion: 'Ким' });
});

test('only http, https and mailto addresses are links', () => {
  expect(['https://example.ru/а?б=1', 'http://x', 'mailto:a@b.ru', 'HTTPS://X'].map(isSafeLink)).not.toContain(false);
  const unsafe = ['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:x', 'data:text/html,x', 'file:///etc'];
  const odd = ['//example.ru', 'https://', 'https:// x', 'https://x\u202egpj', `https://x/${'а'.repeat(2_000)}`];
  expect([...unsafe, ...odd].map(isSafeLink)).not.toContain(true);
});

test.each([
  ['a kind that nobody knows', [{ kind: 'image', src: 'x' }]],
  ['a script behind a link', [{ kind: 'paragraph', pieces: [{ text: 'x', link: 'javascript:alert(1)' }] }]],
  ['a level without an end', [{ kind: 'bullet', level: 3, pieces: [] }]],
  ['a table of 51 rows', [{ kind: 'table', rows: Array.from({ length: 51 }, () => [words('x')]) }]],
  ['a table without cells', [{ kind: 'table', rows: [[]] }]],
  ['two lines in one', [{ kind: 'paragraph', pieces: words('а\nб') }]],
  ['more blocks than a passage has', paragraphsOf('а\n'.repeat(2_000))],
])('rejects %s', (_, value) => {
  expect(isWellFormed(value)).toBe(false);
});

test('drops unknown properties', () => {
  const piece = { text: 'x', bold: true, style: 'color:red', onclick: 'alert(1)' };
  const read = z.parse(formattedText, [{ kind: 'paragraph', pieces: [piece], class: 'x' }]);
  expect(read).toEqual([{ kind: 'paragraph', pieces: [{ text: 'x', bold: true }] }]);
});
