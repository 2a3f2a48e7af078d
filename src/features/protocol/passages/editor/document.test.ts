import { expect, test } from 'vitest';
import { type FormattedText, isWellFormed } from '#contract/protocols/formatted-text.ts';
import { blocksIn, documentOf, placeOfLetter } from './document.ts';

const everything: FormattedText = [
  { kind: 'paragraph', pieces: [{ text: 'Смета ' }, { text: 'на год', bold: true, italic: true }] },
  { kind: 'paragraph', pieces: [] },
  { kind: 'number', level: 0, pieces: [{ text: 'Доходы' }] },
  { kind: 'bullet', level: 1, pieces: [{ text: 'налог', link: 'https://example.org/a' }] },
  { kind: 'number', level: 0, pieces: [{ text: 'Расходы', italic: true }] },
  {
    kind: 'table',
    rows: [
      [[{ text: 'Статья' }], [{ text: '2027', bold: true }]],
      [[{ text: 'Бумага' }], []],
    ],
  },
];

test('the blocks of a document are the same after opening and reading', () => {
  const doc = documentOf(everything);
  expect(() => doc.check()).not.toThrow();
  expect(blocksIn(doc)).toEqual(everything);
  expect(isWellFormed(blocksIn(doc))).toBe(true);
});

test('an empty line below a table allows writing there, and is not saved', () => {
  expect(documentOf(everything).lastChild?.type.name).toBe('paragraph');
  expect(blocksIn(documentOf([])).length).toBe(1);
});

test('rows of different lengths are filled up to a whole table', () => {
  const doc = documentOf([{ kind: 'table', rows: [[[{ text: 'а' }]], [[], [{ text: 'б' }]]] }]);
  expect(blocksIn(doc)).toEqual([
    {
      kind: 'table',
      rows: [
        [[{ text: 'а' }], []],
        [[], [{ text: 'б' }]],
      ],
    },
  ]);
});

test.each([
  [0, 'Смета '],
  [6, 'на год'],
  [12, ''],
  [15, 'оды'],
  [999, 'Бумага'],
])('the caret is placed after letter %i', (letters, after) => {
  const doc = documentOf(everything);
  const at = doc.resolve(placeOfLetter(doc, letters));
  expect(at.parent.isTextblock).toBe(true);
  if (letters < 999) expect(at.parent.textContent.slice(at.parentOffset)).toContain(after);
});
