import { afterAll, expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentAgendaItem, DocumentInput, DocumentKind } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import type { FormattedText } from '#contract/protocols/formatted-text.ts';
import { createDocumentRenderer } from '#server/modules/documents/write-document.ts';
import { byLevel, sampled } from '#tests/support/level.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { printedLines } from '#tests/support/printed-lines.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

const renderer = createDocumentRenderer();
afterAll(() => renderer.close());

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
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
    settings,
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

test('the PDF has list markers, table cells, and italics in an italic font', async () => {
  const pdf = await readPdf(await renderer.render('pdf', modelOf(blocks)));
  const text = pdf.pages
    .map((page) => page.text)
    .join('\n')
    .replace(/\s+/g, ' ');
  expect(text).toContain('Расходы выросли вдвое 1. аренда 🏢 1. второй склад – смета');
  expect(text).toMatch(/Статья ?Сумма ?Аренда ?500 ?Итог/);
  expect(pdf.fonts.flat().join(' ')).toMatch(/Tinos-Italic[\s\S]*Tinos-BoldItalic|Tinos-BoldItalic[\s\S]*Tinos-Italic/);
});

test('the maximum number of blocks, pieces and cells of a text is printed', async () => {
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

const cellsOf = (rows: number, columns: number, more = '') =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => words(`к${row}/${column} ${more}`.trim())),
  );
const tableOf = (rows: number, columns = 3, more = ''): FormattedText => [
  { kind: 'table', rows: cellsOf(rows, columns, more) },
];
const [page, tall, short] = [tableOf(35), tableOf(8, 6, 'слово '.repeat(30)), tableOf(3)];
const longWords = 'договор поставки '.repeat(600).trim();
const people = Array.from({ length: 200 }, (_, index) => ({ id: `m${index}`, name: `Участников${index} Олег Ильич` }));
const ballots = people.map(({ id, name }) => ({ member_id: id, name, vote: 'for' as const }));
const votes = { for: 200, against: 0, abstained: 0, by_name: ballots };
const decision = { id: 'd', text: longWords, votes };
const talk: DocumentAgendaItem = {
  id: 'b',
  title: 'О разном',
  listened: 'слово '.repeat(200),
  decisions: [{ text: 'Да' }],
};
const question: DocumentAgendaItem = { id: 'a', title: 'О смете', speaker: { name: 'Ким Дмитрий Олегович' } };
const chairman = { name: 'Ким Дмитрий Олегович', position: longWords };

const longDocuments: [string, Exclude<DocumentKind['form'], 'signed'>, Partial<DocumentInput>][] = [
  ['a table heard that fills a page', 'full', { agenda: [{ ...question, listenedBlocks: page, listened: 'есть' }] }],
  ['tall rows heard', 'full', { agenda: [{ ...question, listenedBlocks: tall, listened: 'есть' }] }],
  [
    'a cell of several pages',
    'full',
    { agenda: [{ ...question, listenedBlocks: tableOf(2, 2, longWords), listened: '-' }] },
  ],
  ['a table said', 'full', { agenda: [{ ...question, discussionBlocks: page, discussion: 'есть' }] }],
  [
    'tables below a page of words',
    'full',
    {
      agenda: [
        talk,
        talk,
        { ...question, listenedBlocks: tableOf(120), listened: '-', discussionBlocks: short, discussion: '-' },
      ],
    },
  ],
  [
    'a table within a list',
    'full',
    {
      agenda: [
        {
          ...question,
          listened: '-',
          listenedBlocks: [
            { kind: 'number', level: 0, pieces: words('первый') },
            ...page,
            { kind: 'number', level: 0, pieces: words('второй') },
            ...page,
          ],
        },
      ],
    },
  ],
  [
    'many pages of tables',
    'full',
    {
      agenda: Array.from({ length: byLevel(4, 60) }, () => ({
        ...question,
        listenedBlocks: page,
        listened: '-',
        discussionBlocks: tall,
        discussion: '-',
      })),
    },
  ],
  ['a long decision with votes by name', 'full', { agenda: [{ ...question, decisions: [decision] }] }],
  ['the same in the short form', 'short', { agenda: [{ ...question, title: longWords, decisions: [decision] }] }],
  [
    'an extract with a table',
    'extract',
    { agenda: [{ ...question, listenedBlocks: page, listened: '-', decisions: [decision] }] },
  ],
  ['an extract certified by a long position', 'extract', { agenda: [question], secretary: chairman }],
  ['a mark of approval of several pages', 'full', { chairman }],
  ['a list to sign of 200 people', 'attendance', { members: people }],
  [
    'a list to sign with a row of several pages',
    'agreement',
    { members: [{ ...chairman, kind: 'present' }, ...people.slice(0, 20)] },
  ],
];

// Neighbours break pages alike: at the short level every other one is printed.
test.each(sampled(longDocuments, 2))(
  '%s is printed to its last word',
  async (_name, form, input) => {
    const kind = form === 'extract' ? { form, item: 'a' } : { form };
    const model = buildDocument({ ...sampleProtocol, tasks: [], ...input }, settings, kind);
    if (!model) throw new Error('nothing to print');
    const text = (await readPdf(await renderer.render('pdf', model))).pages.map((each) => each.text).join(' ');
    const counted = (all: string) => Map.groupBy(all.match(/[\p{L}\d/]+/gu) ?? [], (word) => word);
    const printed = counted(text);
    const lost = [...counted(printedLines(model).join(' '))].flatMap(([word, { length }]) => {
      const left = length - (printed.get(word)?.length ?? 0);
      return left > 0 ? [`${word}: ${left}`] : [];
    });
    expect(lost).toEqual([]);
  },
  120_000,
);

test('a table’s first rows stay with its heading, and no page before it is left half empty', async () => {
  // Each of these ends one line lower: in one of them the heading would be the last line of its page.
  const agenda = Array.from({ length: byLevel(12, 40) }, (_, index) => ({
    ...question,
    title: `О смете ${'слово '.repeat(index * 12)}`,
    speaker: null,
    discussion: '-',
    discussionBlocks: tableOf(41 + (index % 3)),
  }));
  const { pages } = await readPdf(await renderer.render('pdf', buildDocument({ ...sampleProtocol, agenda }, settings)));
  const [first, ...rest] = pages.slice(0, -1).map(({ text }) => text);
  for (const text of [first, ...rest]) expect(text?.trim()).not.toMatch(/(СЛУШАЛИ|ВЫСТУПИЛИ):$/);
  const lowest = pages.slice(1, -1).map(({ words: all }) => Math.max(...all.map(({ yMax }) => yMax)));
  expect(Math.min(...lowest)).toBeGreaterThan(421);
});

const withHead = (rows: number, more = ''): FormattedText => [
  {
    kind: 'table',
    rows: [[words('Показатель'), words('Январь')], ...cellsOf(rows, 1, more).map((cells) => [...cells, words('12,5')])],
  },
];
const pagesOf = async (listenedBlocks: FormattedText, title = 'О смете') => {
  const agenda = [{ ...question, title, listened: '-', listenedBlocks }];
  const model = buildDocument({ ...sampleProtocol, agenda, tasks: [] }, settings);
  return (await readPdf(await renderer.render('pdf', model))).pages.map(({ text }) => text);
};

test('the head of a table is repeated on each of its pages, once, and never stands alone', async () => {
  // Each of these begins one line lower.
  for (const lines of [0, 4, 8, 12, 16, 18, 20, 22, 24].slice(byLevel(5, 0))) {
    const pages = await pagesOf(withHead(70), `О смете ${'слово '.repeat(lines * 14)}`);
    const filled = pages.filter((text) => /к\d+\/0/.test(text));
    expect(filled.length).toBeGreaterThan(1);
    for (const text of pages) expect(text.match(/Показатель/g)?.length ?? 0).toBe(filled.includes(text) ? 1 : 0);
  }
});

test('no row of a table is split between pages, unless it is taller than the page may lose', async () => {
  const rows = await pagesOf(withHead(30, `${'слово '.repeat(60)}конец`));
  expect(rows.length).toBeGreaterThan(2);
  // Every row that begins on a page also ends there.
  for (const text of rows) expect(text.match(/конец/g)?.length).toBe(text.match(/к\d+\/0/g)?.length);
  const [tallest, ...others] = await pagesOf(withHead(2, 'слово '.repeat(900)));
  expect(others.length).toBeGreaterThan(1);
  expect(tallest).toContain('слово слово');
});

test('a word processor repeats the head of a table, and splits no row that is not tall', async () => {
  const rowsOf = async (of: FormattedText) =>
    /<w:tbl>(?:(?!<w:tbl>)[\s\S])*Показатель[\s\S]*?<\/w:tbl>/
      .exec((await docxOf(of)).get('word/document.xml')?.toString('utf8') ?? '')?.[0]
      .match(/<w:tr>[\s\S]*?<\/w:tr>/g) ?? [];
  const [head, ...rows] = await rowsOf(withHead(3));
  expect(head).toMatch(/<w:tblHeader\/>[\s\S]*<w:keepNext\/>/);
  expect(rows).toHaveLength(3);
  expect(rows.join()).not.toContain('tblHeader');
  // The signatures follow this table: its last rows stay with them.
  expect(rows.map((row) => row.includes('keepNext'))).toEqual([false, true, true]);
  for (const row of [head, ...rows]) expect(row).toContain('<w:cantSplit/>');
  const [, tallRow] = await rowsOf(withHead(1, 'слово '.repeat(900)));
  expect(tallRow).not.toMatch(/cantSplit|keepNext/);
});

const quarters = ['Статья расходов', 'I кв.', 'II кв.', 'III кв.', 'IV кв.', 'Итого', 'Отклонение'];
const figures = ['1 254 300', '1 198 450', '1 301 720', '1 287 900', '5 042 370', '-12 430'];
const longest = 'Электрооборудование производственных помещений и складов';

test.each([
  ['seven columns', [quarters, [longest, ...figures]]],
  [
    'eight columns',
    [
      [...quarters, 'Итого'],
      [longest, ...figures, '5 042 370'],
    ],
  ],
])('no word and no figure is torn in a table of %s', async (_name, rows) => {
  const [text = ''] = await pagesOf([{ kind: 'table', rows: rows.map((row) => row.map(words)) }]);
  const heads = rows[0]?.flatMap((head) => head.split(' ')) ?? [];
  for (const whole of [...heads, ...figures, ...longest.split(' ')]) expect(text).toContain(whole);
});
