import { afterAll, expect, test } from 'vitest';
import type { FormattedText } from '#contract/formatted-text.ts';
import { buildDocument } from '#contract/printed/build-document.ts';
import { sampleProtocol } from '#contract/printed/sample-protocol.ts';
import { createDocumentRenderer } from '#server/modules/documents/document-renderer.ts';
import { byLevel } from '#tests/support/level.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

const renderer = createDocumentRenderer();
afterAll(() => renderer.close());

const words = (text: string) => [{ text }];
const blocks: FormattedText = [
  {
    kind: 'paragraph',
    pieces: [{ text: 'Расходы ' }, { text: 'выросли', bold: true }, { text: ' вдвое', italic: true }],
  },
  { kind: 'number', level: 0, pieces: words('аренда 🏢') },
  { kind: 'number', level: 1, pieces: words('второй склад') },
  { kind: 'bullet', level: 0, pieces: [{ text: 'смета', link: 'https://example.ru/?a=1&b=2' }] },
  {
    kind: 'table',
    rows: [
      [words('Статья'), words('Сумма')],
      [words('Аренда'), words('500')],
    ],
  },
  { kind: 'paragraph', pieces: [{ text: 'Итог', bold: true, italic: true }] },
];
const modelOf = (listenedBlocks: FormattedText) =>
  buildDocument(
    { ...sampleProtocol, agenda: [{ id: 'a', title: 'О смете', listenedBlocks, listened: 'есть' }], tasks: [] },
    { presentLimit: 15, timeZone: 'Europe/Moscow' },
  );
const docxOf = async (of: FormattedText) => zipEntries(Buffer.from(await renderer.render('docx', modelOf(of))));

test('a word processor gets real lists, a real table and real links', async () => {
  const files = await docxOf(blocks);
  const xml = files.get('word/document.xml')?.toString('utf8') ?? '';
  expect(xml).toMatch(/<w:b\/>(?:(?!<w:t)[\s\S])*<w:t[^>]*>выросли</);
  expect(xml).toMatch(/<w:i\/>(?:(?!<w:t)[\s\S])*<w:t[^>]*> вдвое</);
  const points = [...xml.matchAll(/ProtocolListPoint[\s\S]*?<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"/g)];
  expect(points.map(([, level]) => level)).toEqual(['0', '1', '0']);
  expect(new Set(points.map(([, , list]) => list)).size).toBe(3);
  expect(xml).toMatch(/<w:hyperlink [^>]*r:id="([\w-]+)"[\s\S]*?смета/);
  expect(files.get('word/_rels/document.xml.rels')?.toString('utf8')).toContain('https://example.ru/?a=1&amp;b=2');
  const cells = /<w:tbl>(?:(?!<w:tbl>)[\s\S])*Статья[\s\S]*?<\/w:tbl>/.exec(xml)?.[0].match(/<w:tc>/g);
  expect(cells).toHaveLength(4);
});

test('the PDF has the marks of its lists, the cells of its table, and italics of its own font', async () => {
  const pdf = await readPdf(await renderer.render('pdf', modelOf(blocks)));
  const text = pdf.pages
    .map((page) => page.text)
    .join('\n')
    .replace(/\s+/g, ' ');
  expect(text).toContain('Расходы выросли вдвое 1. аренда 🏢 1. второй склад – смета');
  expect(text).toMatch(/Статья ?Сумма ?Аренда ?500 ?Итог/);
  expect(pdf.fonts.flat().join(' ')).toMatch(/Tinos-Italic[\s\S]*Tinos-BoldItalic|Tinos-BoldItalic[\s\S]*Tinos-Italic/);
});

test('as many blocks, pieces and cells as a text may have are printed', async () => {
  const points = byLevel(300, 1_500);
  const cells = Array.from({ length: 50 }, () => Array.from({ length: 12 }, () => words('ы'.repeat(20))));
  const most: FormattedText = [
    {
      kind: 'paragraph',
      pieces: Array.from({ length: byLevel(1_000, 10_000) }, (_, index) => ({ text: 'ы ', bold: index % 2 === 0 })),
    },
    ...Array.from({ length: points }, (_, index) => ({
      kind: index % 3 === 0 ? ('bullet' as const) : ('number' as const),
      level: index % 3,
      pieces: words('пункт'),
    })),
    { kind: 'table', rows: cells },
    { kind: 'paragraph', pieces: words('א'.repeat(byLevel(5_000, 50_000))) },
  ];
  const [pdf, docx] = await Promise.all([renderer.render('pdf', modelOf(most)), docxOf(most)]);
  expect(pdf.length).toBeGreaterThan(10_000);
  expect(
    docx
      .get('word/document.xml')
      ?.toString('utf8')
      .match(/<w:numId /g),
  ).toHaveLength(points + 2);
});
