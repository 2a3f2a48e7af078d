import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { createDocumentRenderer } from '#server/modules/documents/write-document.ts';
import { printedLines } from '#tests/support/printed-lines.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

const ns = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

// jsdom comes without types; its environment would replace this test's URL and Buffer.
type Jsdom = { JSDOM: new (html: string) => { window: { DOMParser: typeof globalThis.DOMParser } } };
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom;
const { DOMParser } = new JSDOM('').window;

const members = Array.from({ length: 18 }, (_, index) => ({
  id: `m${index}`,
  name: `Участников Олег ${'АБВГД'[index % 5]}`,
}));
const list = ['раз', 'два'].map((text) => ({ kind: 'number' as const, level: 0, pieces: [{ text }] }));
const emoji = 'Строка 😀 👩‍🚀 <b>не жирная</b> & "кавычки" \u0000\u000b';
const input = {
  ...sampleProtocol,
  members,
  agenda: [
    ...sampleProtocol.agenda.map((item) => ({ ...item, listened: 'раз', listenedBlocks: list })),
    { id: 'x', title: emoji, listened: 'ы'.repeat(10_000), decisions: [{ text: 'Да\n- раз\n- два' }] },
  ],
};
const model = buildDocument(input, { presentLimit: 15, timeZone: 'Europe/Moscow' });

const renderer = createDocumentRenderer();
let files: Map<string, Buffer>;
beforeAll(async () => {
  files = zipEntries(Buffer.from(await renderer.render('docx', model)));
});
afterAll(() => renderer.close());

/** Parses a part of the file; throws where it is not well-formed XML. */
function part(name: string): Document {
  const xml = new DOMParser().parseFromString(files.get(name)?.toString('utf8') ?? '', 'application/xml');
  if (xml.querySelector('parsererror')) throw new Error(`${name} is not XML`);
  return xml;
}
const all = (node: Document | Element | undefined, name: string) => [...(node?.getElementsByTagNameNS(ns, name) ?? [])];
const value = (node: Element | undefined, name = 'val') => node?.getAttributeNS(ns, name) ?? undefined;
const text = (node: Element) =>
  all(node, 't')
    .map((run) => run.textContent)
    .join('');

/** Numbers the list items as a word processor does, by numbering.xml. */
function numbered(paragraphs: Element[]): string[] {
  const numbering = part('word/numbering.xml');
  const counters = new Map<string, number[]>();
  return paragraphs.map((paragraph) => {
    const [properties] = all(paragraph, 'numPr');
    if (!properties) return text(paragraph);
    const list = value(all(properties, 'numId')[0]);
    const level = Number(value(all(properties, 'ilvl')[0]));
    const num = all(numbering, 'num').find((node) => value(node, 'numId') === list);
    const abstract = all(numbering, 'abstractNum').find(
      (node) => value(node, 'abstractNumId') === value(all(num, 'abstractNumId')[0]),
    );
    const pattern = value(all(all(abstract, 'lvl')[level], 'lvlText')[0]) ?? '';
    const counts = (counters.get(list ?? '') ?? []).slice(0, level + 1);
    counts[level] = (counts[level] ?? 0) + 1;
    counters.set(list ?? '', counts);
    return `${pattern.replace(/%(\d)/g, (_, place: string) => String(counts[Number(place) - 1]))}\u00a0${text(paragraph)}`;
  });
}

test('the text equals the document model line by line, with list numbers that Word generates', () => {
  const paragraphs = all(part('word/document.xml'), 'p');
  const lines = numbered(paragraphs).map((line) => line.trim());
  expect(lines.filter((line) => line !== '')).toEqual(printedLines(model).map((line) => line.trim()));
});

test('every paragraph style exists, and headings use Word’s heading styles', () => {
  const styles = all(part('word/styles.xml'), 'style').map((style) => value(style, 'styleId'));
  expect(new Set(styles).size).toBe(styles.length);
  const used = all(part('word/document.xml'), 'pStyle').map((style) => value(style));
  expect(styles).toEqual(expect.arrayContaining(used));
  const headings = all(part('word/document.xml'), 'p').filter((paragraph) =>
    /^(Heading|Title)/.test(value(all(paragraph, 'pStyle')[0]) ?? ''),
  );
  expect(headings.map(text)).toEqual([
    'ПРОТОКОЛ',
    'ПОВЕСТКА ДНЯ:',
    expect.stringContaining('о смете на первый квартал'),
    expect.stringContaining('о договоре с подрядчиком'),
    expect.stringContaining('Строка 😀'),
    'ПОРУЧЕНИЯ:',
  ]);
});

test('text is Times New Roman, in Russian', () => {
  const [defaults] = all(part('word/styles.xml'), 'docDefaults');
  expect(value(all(defaults, 'rFonts')[0], 'ascii')).toBe('Times New Roman');
  expect(value(all(defaults, 'rFonts')[0], 'hAnsi')).toBe('Times New Roman');
  expect(value(all(defaults, 'lang')[0])).toBe('ru-RU');
});

test('pages are A4 with the standard margins, numbered from the second page', () => {
  const [section] = all(part('word/document.xml'), 'sectPr');
  const twips = (mm: number) => Math.round((mm / 25.4) * 1440);
  const margin = all(section, 'pgMar')[0];
  for (const [side, mm] of Object.entries({ left: 25, right: 10, top: 20, bottom: 20, header: 10 })) {
    expect(Math.abs(Number(value(margin, side)) - twips(mm))).toBeLessThanOrEqual(1);
  }
  expect(Math.abs(Number(value(all(section, 'pgSz')[0], 'w')) - twips(210))).toBeLessThanOrEqual(1);
  expect(all(section, 'titlePg').length).toBe(1);
  const relations = new DOMParser().parseFromString(
    files.get('word/_rels/document.xml.rels')?.toString() ?? '',
    'application/xml',
  );
  const header = (type: string) => {
    const reference = all(section, 'headerReference').find((node) => value(node, 'type') === type);
    const id = reference?.getAttribute('r:id');
    const target = [...relations.getElementsByTagName('Relationship')].find((node) => node.getAttribute('Id') === id);
    return part(`word/${target?.getAttribute('Target')}`);
  };
  expect(all(header('first'), 'r').length).toBe(0);
  expect(all(header('default'), 'instrText').map((node) => node.textContent)).toEqual(['PAGE']);
  expect(value(all(header('default'), 'jc')[0])).toBe('center');
});

test('the annex starts on a page of its own', () => {
  const paragraphs = all(part('word/document.xml'), 'p');
  const breaks = paragraphs.filter((paragraph) => all(paragraph, 'pageBreakBefore').length > 0).map(text);
  expect(breaks.map((line) => line.replaceAll('\u00a0', ' '))).toEqual(['Приложение к протоколу № 12 от 20.11.2026']);
});

test('the signatures stay on the page of the text before them', () => {
  const body = all(part('word/document.xml'), 'body')[0];
  const children = [...(body?.childNodes ?? [])].filter((node) => node.nodeType === 1) as Element[];
  const signed = children.findIndex((node) => node.localName === 'tbl' && text(node).includes('Председательствующий'));
  // All that lies between the last text and the table: each paragraph stays with the next.
  const last = children.findLastIndex((node, index) => index < signed && text(node).trim() !== '');
  const between = children.slice(last, signed);
  expect(between.length).toBeGreaterThan(1);
  expect(between.map((node) => all(node, 'keepNext').length > 0)).toEqual(between.map(() => true));
});

test('a signature sheet repeats its header row on every page, and no row splits across pages', async () => {
  const sheet = buildDocument(input, { presentLimit: 15, timeZone: 'Europe/Moscow' }, { form: 'attendance' });
  if (!sheet) throw new Error('No sheet');
  const xml = zipEntries(Buffer.from(await renderer.render('docx', sheet)))
    .get('word/document.xml')
    ?.toString('utf8');
  const rows =
    /<w:tbl>(?:(?!<w:tbl>)[\s\S])*Подпись[\s\S]*?<\/w:tbl>/.exec(xml ?? '')?.[0].match(/<w:tr>[\s\S]*?<\/w:tr>/g) ?? [];
  expect(rows.length).toBeGreaterThan(18);
  expect(rows.filter((row) => row.includes('<w:tblHeader/>'))).toEqual([rows[0]]);
  expect(rows.every((row) => row.includes('<w:cantSplit/>'))).toBe(true);
});

test('a word processor keeps the last rows of a sheet on the page of the signature below it', async () => {
  const sheet = buildDocument(input, { presentLimit: 15, timeZone: 'Europe/Moscow' }, { form: 'attendance' });
  if (!sheet) throw new Error('No sheet');
  const xml = zipEntries(Buffer.from(await renderer.render('docx', sheet)))
    .get('word/document.xml')
    ?.toString('utf8');
  const [grid = '', after = ''] =
    /(<w:tbl>(?:(?!<w:tbl>)[\s\S])*Подпись[\s\S]*?<\/w:tbl>)([\s\S]*?)<w:tbl>/.exec(xml ?? '')?.slice(1) ?? [];
  const rows = grid.match(/<w:tr>[\s\S]*?<\/w:tr>/g) ?? [];
  const isKept = (part: string) => (part.match(/<w:p>[\s\S]*?<\/w:p>/g) ?? []).every((each) => /keepNext/.test(each));
  // The head is kept above the first row.
  expect(rows.map(isKept)).toEqual(rows.map((_, row) => row === 0 || row >= rows.length - 2));
  expect([after, isKept(after)]).toEqual([expect.stringContaining('<w:p>'), true]);
});

test('a word processor keeps the certification of an extract on one page', async () => {
  const extract = buildDocument(
    input,
    { presentLimit: 15, timeZone: 'Europe/Moscow' },
    { form: 'extract', item: 'a1' },
  );
  if (!extract) throw new Error('No extract');
  const xml = zipEntries(Buffer.from(await renderer.render('docx', extract)))
    .get('word/document.xml')
    ?.toString('utf8');
  const [ending = ''] = /<w:p>(?:(?!<w:p>)[\s\S])*Верно[\s\S]*/.exec(xml ?? '') ?? [];
  const paragraphs = ending.match(/<w:p>[\s\S]*?<\/w:p>/g) ?? [];
  const last = paragraphs.findIndex((each) => each.includes('Место нахождения подлинника'));
  expect(paragraphs.slice(last + 1).map((each) => each.includes('<w:t'))).toEqual([false]);
  expect(paragraphs.slice(0, last).filter((each) => !each.includes('<w:keepNext/>'))).toEqual([]);
  // LibreOffice keeps rows together, but not a table and the paragraph after it.
  const rows = /<w:tbl>[\s\S]*<\/w:tbl>/.exec(ending)?.[0].match(/<w:tr>[\s\S]*?<\/w:tr>/g) ?? [];
  expect(rows.at(-1)).toContain('Место нахождения подлинника');
  expect(rows.every((row) => row.includes('<w:cantSplit/>'))).toBe(true);
});

test('date and number stand beside the first line of a place of several lines', () => {
  const row = all(part('word/document.xml'), 'tr').find((node) => text(node).includes('переговорная 4'));
  expect(all(row, 'vAlign').map((node) => value(node))).toEqual(['top', 'top', 'top']);
});
