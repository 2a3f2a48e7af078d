import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentInput } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { createDocumentRenderer } from '#server/modules/documents/write-document.ts';
import { byLevel } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { measureTurns } from '#tests/support/longest-turn.ts';
import { type ReadPdf, readPdf } from '#tests/support/pdf-tools.ts';
import { printedLines } from '#tests/support/printed-lines.ts';

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const renderer = createDocumentRenderer();
afterAll(() => renderer.close());

const mm = (value: number) => (value * 72) / 25.4;
const pdfOf = async (input: DocumentInput) => readPdf(await renderer.render('pdf', buildDocument(input, settings)));

/** Every line of the model stands in the file, one after another, with nothing but page numbers between. */
function expectAllLines(pdf: ReadPdf, input: DocumentInput): void {
  const bare = (text: string) => text.replace(/\s|\ufe0f|\u200d/gu, '');
  const pages = pdf.pages.map((page, index) => (index === 0 ? page.text : page.text.replace(/\s\d+\s*$/, '')));
  let rest = bare(pages.join('\n'));
  for (const line of printedLines(buildDocument(input, settings)).map(bare)) {
    expect(rest.slice(0, line.length)).toBe(line);
    rest = rest.slice(line.length);
  }
  expect(rest).toBe('');
}

test('the PDF holds every line in order, in embedded Times-metric fonts', async () => {
  const pdf = await pdfOf(sampleProtocol);
  expectAllLines(pdf, sampleProtocol);
  expect(pdf.fonts.length).toBeGreaterThan(1);
  // pdffonts: name, type (two words), encoding, embedded, subset, unicode, …
  for (const font of pdf.fonts) expect(font.join(' ')).toMatch(/^\w{6}\+Tinos-\w+ CID TrueType Identity-H yes yes yes/);
  expect(pdf.info).toMatch(/Title: +Протокол № 12 от 20\.11\.2026\n/);
  expect(pdf.info).toMatch(/Author: +ООО «Меридиан»\n/);
  expect(pdf.info).toMatch(/Page size: .*\(A4\)/);
  expect(pdf.outline).toEqual([
    'Повестка дня',
    '1. О смете на первый квартал',
    '2. О договоре с подрядчиком',
    'Поручения',
  ]);
});

test('the PDF sets /Lang ru-RU', async () => {
  const file = Buffer.from(await renderer.render('pdf', buildDocument(sampleProtocol, settings)));
  expect(file.includes('/Lang (ru-RU)')).toBe(true);
});

const sentence = 'Из-за бизнес-плана обсудили ход работ и кое-какие сроки поставки оборудования, замечаний нет. ';
const longTexts: DocumentInput = {
  ...sampleProtocol,
  stage: 'finish',
  members: Array.from({ length: 40 }, (_, index) => ({
    id: `m${index}`,
    name: `Участников Олег ${'АБВГД'[index % 5]}`,
  })),
  agenda: [
    {
      id: 'a',
      title: `О длинном ${'ж'.repeat(300)} 😀`,
      listened: sentence.repeat(110),
      discussion: `Строка\n${'ы'.repeat(10_000)}\n<script>alert(1)</script> 👩‍🚀 ✅`,
      decisions: [{ text: `https://example.ru/${'path/'.repeat(2_000)}` }, { text: sentence.repeat(100), at: 1 }],
    },
    ...Array.from({ length: 30 }, (_, index) => ({
      id: `b${index}`,
      title: `О вопросе ${index}`,
      decisions: [{ text: 'Да' }],
    })),
  ],
};

test('long texts, endless words, emoji and HTML are printed whole, within the margins', async () => {
  const pdf = await pdfOf(longTexts);
  expectAllLines(pdf, longTexts);
  expect(pdf.fonts.some(([name]) => name?.endsWith('NotoEmoji-Regular'))).toBe(true);
  for (const [index, { words }] of pdf.pages.entries()) {
    const body = index === 0 ? words : words.slice(1);
    expect(Math.min(...body.map((word) => word.xMin))).toBeGreaterThanOrEqual(mm(25) - 1);
    // An endless word may reach one letter into the margin.
    expect(Math.max(...body.map((word) => word.xMax))).toBeLessThanOrEqual(mm(200) + 9);
    expect(Math.min(...body.map((word) => word.yMin))).toBeGreaterThanOrEqual(mm(20) - 3);
    expect(Math.max(...body.map((word) => word.yMax))).toBeLessThanOrEqual(mm(277) + 3);
  }
});

const strangeTexts: DocumentInput = {
  ...sampleProtocol,
  tasks: [],
  agenda: [
    {
      id: 'a',
      title: '👩‍👩‍👧‍👦 О бюджете ✅',
      speaker: { name: 'Гость محمد' },
      decisions: [{ text: 'Утвердить דוח על התקציב без правок' }, { text: 'ж'.repeat(10_000) }],
    },
    { id: 'b', title: 'я '.repeat(5_000).trim(), speaker: { name: 'ш'.repeat(300) }, decisions: [{ text: 'Да' }] },
  ],
};

test('right-to-left words keep their order, and every letter has a font', async () => {
  const pdf = await pdfOf(strangeTexts);
  expect(pdf.fonts.some(([name]) => name?.endsWith('NotoNaskhArabic-Regular'))).toBe(true);
  const words = pdf.pages.flatMap((page) => page.words);
  // pdftotext returns the letters in their visual order, from the left.
  const seen = ['דוח', 'על'].map((word) => Array.from(word).reverse().join(''));
  const [first, second, after] = [...seen, 'без'].map((word) => words.find(({ text }) => text === word)?.xMin ?? 0);
  expect(first).toBeGreaterThan(second ?? 0);
  expect(after).toBeGreaterThan(first ?? 0);
  // Page numbers are removed, since an endless word goes on over them.
  const all = pdf.pages.map((page) => page.text.replaceAll(/[\s\d]/g, '')).join('');
  for (const part of ['ж'.repeat(10_000), 'ш'.repeat(300), 'я'.repeat(5_000), '👩', '✅']) expect(all).toContain(part);
});

test('a justified line is stretched at spaces only, never at a hyphen inside a word', async () => {
  const pdf = await pdfOf(longTexts);
  const text = pdf.pages.map((page) => page.text).join('\n');
  expect(text).toContain('бизнес-план');
  expect(text).not.toMatch(/бизнес- +план|Из- +за/);
});

test('pages are numbered from the second, at the middle of the top, 10 mm from the edge', async () => {
  const { pages } = await pdfOf(longTexts);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages[0]?.words.filter((word) => word.yMin < mm(18))).toEqual([]);
  for (const [index, page] of pages.entries()) {
    if (index === 0) continue;
    const [number, ...others] = page.words.filter((word) => word.yMin < mm(18));
    expect(others).toEqual([]);
    expect(number?.text).toBe(String(index + 1));
    expect(((number?.xMin ?? 0) + (number?.xMax ?? 0)) / 2).toBeCloseTo(mm((25 + 200) / 2), 0);
    expect(Math.abs((number?.yMin ?? 0) - mm(10))).toBeLessThan(4);
  }
});

longTest('rendering a protocol of many pages does not block the event loop', async () => {
  const agenda = Array.from({ length: byLevel(20, 60) }, (_, index) => ({
    id: `a${index}`,
    title: `Вопрос ${index}`,
    listened: sentence.repeat(90),
  }));
  const model = buildDocument({ ...sampleProtocol, agenda }, settings);
  const { result, longest, total } = await measureTurns(() => renderer.render('pdf', model));
  const pdf = await readPdf(result);
  expect(pdf.pages.length).toBeGreaterThanOrEqual(byLevel(30, 100));
  // This thread went on running for most of the time: no turn of the event loop took a quarter of it.
  expect(longest).toBeLessThan(total / 4);
});

test.each([
  ['never answers', 'for (;;);', /gave no answer within 500 ms/],
  ['ends', 'process.exit(3);', /exited with code: 3/],
  [
    'breaks',
    'queueMicrotask(() => { throw new Error("no more paper") }); return new Promise(() => {});',
    /no more paper/,
  ],
  ['fails', 'throw new Error("no such font");', /no such font/],
])('a worker that %s fails its own request, not the server', async (does, code, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-worker-'));
  const file = join(folder, 'worker.mjs');
  await writeFile(file, `export function writeDocument() { ${code} }`);
  const limit = does === 'never answers' && { timeLimit: 500 };
  const broken = createDocumentRenderer({ ...limit, script: pathToFileURL(file) });
  const model = buildDocument(sampleProtocol, settings);
  await expect(broken.render('pdf', model)).rejects.toThrow(message);
  // The next request gets a new thread and an answer of its own.
  await expect(broken.render('pdf', model)).rejects.toThrow(message);
  await broken.close();
  await rm(folder, { recursive: true });
});

test('rendering from the input prints the same pages as from its model', async () => {
  const kind = { form: 'full' as const };
  const built = await readPdf(await renderer.render('pdf', { input: sampleProtocol, settings, kind }));
  expect(built.pages.map((page) => page.text)).toEqual((await pdfOf(sampleProtocol)).pages.map((page) => page.text));
  const missing = { input: sampleProtocol, settings, kind: { form: 'extract' as const, item: 'none' } };
  await expect(renderer.render('pdf', missing)).rejects.toThrow('no content');
});

const mark = { certificate: '00B8', owner: 'Иванов Сергей Петрович', valid_from: '2026-01-10', valid_to: '2027-01-10' };
const ofLines = (lines: number): DocumentInput => ({
  ...sampleProtocol,
  signatures: [mark, { ...mark, certificate: '7C3E' }],
  agenda: [
    { id: 'a', title: 'О ходе работ', listened: 'Строка доклада.\n'.repeat(lines), decisions: [{ text: 'Да' }] },
  ],
  tasks: [],
});

test('the certification of an extract is never torn, and no signature from its electronic mark', {
  timeout: byLevel(60_000, 300_000),
}, async () => {
  for (const lines of Array.from({ length: byLevel(6, 26) }, (_, index) => index * byLevel(4, 1))) {
    for (const [kind, words] of [
      [{ form: 'extract', item: 'a' }, /Верно[\s\S]*А\. А\. Петрова[\s\S]*20___ г\.[\s\S]*Подлинник[\s\S]*Меридиан/],
      [{ form: 'signed' }, /Председательствующий\s[\s\S]*Секретарь\s[\s\S]*ДОКУМЕНТ[\s\S]*Действителен/],
    ] as const) {
      const model = buildDocument(ofLines(lines), settings, kind);
      if (!model) throw new Error('No such document');
      const { pages } = await readPdf(await renderer.render('pdf', model));
      const ending = pages.find(({ text }) => /Верно|Председательствующий\s+С\. П\./.test(text));
      expect(ending?.text, `${kind.form} of ${lines} lines`).toMatch(words);
    }
  }
});
