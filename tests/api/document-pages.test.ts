import { afterAll, expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentInput, DocumentKind } from '#contract/documents/printed/document-input.ts';
import { type Block, paragraph } from '#contract/documents/printed/document-model.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { createDocumentRenderer } from '#server/modules/documents/write-document.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';

const renderer = createDocumentRenderer();
afterAll(() => renderer.close());

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const model = buildDocument(sampleProtocol, settings);
/** Lengths of a paragraph in letters: some that were kept whole, and some that were not kept at all. */
const lengths = [500, 1_150, 3_000];
/** Numbers of lines above the blocks: they begin lower each time, down to the end of the page. */
const linesAbove = Array.from({ length: 16 }, (_, index) => 20 + index);

/** Prints the blocks once for each number of lines above them, each time from the top of a page. */
async function printedBelow(blocks: Block[]) {
  const line = (text: string, pageBreakBefore = false) => paragraph('body', text, { pageBreakBefore });
  const all = linesAbove.flatMap((count) => [
    line(`Раз ${count}.`, true),
    ...Array.from({ length: count - 1 }, () => line('Строка выше.')),
    ...blocks,
  ]);
  const { pages } = await readPdf(await renderer.render('pdf', { ...model, blocks: all }));
  const read = pages.slice(1).map(({ text, words }) => ({
    lines: text.split('\n').filter((each) => /\p{L}/u.test(each)),
    lowest: Math.max(...words.map(({ yMax }) => yMax)),
  }));
  const starts = read.flatMap(({ lines }, index) => (lines[0]?.startsWith('Раз ') ? [index] : []));
  expect(starts).toHaveLength(linesAbove.length);
  return starts.map((start, index) => read.slice(start, starts[index + 1]));
}

const words = (letters: number) => 'слово '.repeat(letters / 6).trim();
const ofParagraph = (line: string) => line.startsWith('слово');
/** The foot of a text that leaves less room below it than a heading with two lines needs. */
const filled = 700;

test.each(lengths)(
  'a heading and two lines of a paragraph of %d letters share a page without a gap',
  async (letters) => {
    const heading = paragraph('item', '1. Вопрос', { keepNext: true });
    for (const pages of await printedBelow([heading, paragraph('body', words(letters)), paragraph('body', 'Далее.')])) {
      const [page] = pages.filter(({ lines }) => lines.includes('1. Вопрос'));
      const below = page?.lines.slice(page.lines.indexOf('1. Вопрос') + 1).filter(ofParagraph);
      expect(below?.length).toBeGreaterThanOrEqual(2);
      for (const { lines, lowest } of pages.slice(0, -1)) {
        expect(lowest).toBeGreaterThan(filled);
        expect(lines.at(-1)).not.toBe('1. Вопрос');
      }
    }
  },
);

test.each(lengths)(
  'the signatures and two lines of a paragraph of %d letters share a page without a gap',
  async (letters) => {
    const signatures: Block = { kind: 'signatures', rows: [{ role: 'Секретарь', name: 'А. А. Петрова' }] };
    for (const pages of await printedBelow([paragraph('body', words(letters), { keepNext: true }), signatures])) {
      const last = pages.at(-1)?.lines ?? [];
      expect(last.at(-1)).toMatch(/^Секретарь/);
      expect(last.filter(ofParagraph).length).toBeGreaterThanOrEqual(2);
      for (const { lowest } of pages.slice(0, -1)) expect(lowest).toBeGreaterThan(filled);
    }
  },
);

test('what is kept together and taller than a page is printed from the top of a page, whole', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ role: `Секретарь ${index}`, name: 'А. А. Петрова' }));
  const kept = [paragraph('heading', 'Подписи', { keepNext: true }), { kind: 'signatures' as const, rows }];
  for (const pages of await printedBelow(kept)) {
    const text = pages.flatMap(({ lines }) => lines).join('\n');
    expect(rows.filter(({ role }) => !new RegExp(`${role}\\b`).test(text))).toEqual([]);
    expect(pages).toHaveLength(3);
  }
});

test('signatures that are never torn and taller than a page are printed whole, from the top of a page', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ role: `Секретарь ${index}`, name: 'А. А. Петрова' }));
  const blocks: Block[] = [paragraph('body', 'Строка выше.'), { kind: 'signatures', rows }];
  const { pages } = await readPdf(await renderer.render('pdf', { ...model, blocks }));
  const text = pages.map((page) => page.text).join('\n');
  expect(rows.filter(({ role }) => !new RegExp(`${role}\\b`).test(text))).toEqual([]);
  expect(pages[0]?.text).not.toContain('Секретарь');
  expect(pages).toHaveLength(3);
});

/** Returns the lines of each page of a form of the sample with this content. */
async function pagesOf(change: Partial<DocumentInput>, kind: DocumentKind): Promise<string[][]> {
  const form = buildDocument({ ...sampleProtocol, tasks: [], ...change }, settings, kind);
  if (!form) throw new Error('No such document');
  const { pages } = await readPdf(await renderer.render('pdf', form));
  return pages.map(({ text }) => text.split('\n').filter((line) => /\p{L}/u.test(line)));
}

const reportOf = (count: number) => Array.from({ length: count }, () => 'Строка доклада.').join('\n');
const attachments = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Справка ${index + 1}`, agenda_id: 'a' }));
const votes = { for: 5, against: 0, abstained: 0 };
const decisions = [{ id: 'd', text: 'Утвердить смету.', votes }];

test.each([4, 6, 8, 10])(
  'an extract with five annexes and a report of %d lines is certified beside its decision',
  async (count) => {
    const item = { id: 'a', title: 'О смете', listened: reportOf(count), decisions };
    const kind = { form: 'extract', item: 'a' } as const;
    const last = (await pagesOf({ agenda: [item], attachments: attachments(5) }, kind)).at(-1)?.join('\n');
    expect(last).toMatch(/Утвердить смету[\s\S]*Приложения[\s\S]*Верно[\s\S]*Секретарь[\s\S]*Место нахождения/);
  },
);

test.each([34, 36, 38])('the signatures below six annexes and %d lines stand beside the decision', async (count) => {
  const agenda = [
    { id: 'z', title: 'О складе', listened: reportOf(count) },
    { id: 'a', title: 'О смете', decisions },
  ];
  const last = (await pagesOf({ agenda, attachments: attachments(6) }, { form: 'full' })).at(-1)?.join('\n');
  expect(last).toMatch(/Утвердить смету[\s\S]*Приложения[\s\S]*Председательствующий[\s\S]*Секретарь/);
});

test.each([14, 15, 16, 17])(
  'the signature of an attendance sheet of %d rows never stands without a row',
  async (count) => {
    const members = Array.from({ length: count }, (_, index) => ({
      name: `Яковлев Иван ${'АБВГДЕЖЗИКЛМНОПР'[index]}.`,
    }));
    const pages = await pagesOf({ members }, { form: 'attendance' });
    expect(pages.at(-1)?.filter((line) => /^\d+ \p{Lu}/u.test(line)).length).toBeGreaterThanOrEqual(1);
    expect(pages.at(-1)?.at(-1)).toMatch(/^Секретарь/);
    // The rows that went to the next page have the head above them, and each row is there once.
    for (const page of pages) expect(page.filter((line) => line.includes('Фамилия'))).toHaveLength(1);
    const numbers = pages.flat().flatMap((line) => /^\d+(?= \p{Lu})/u.exec(line)?.[0] ?? []);
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
  },
);

test.each([34, 35, 36, 37, 38])(
  'a protocol that ends in a table below %d lines is signed beside its rows',
  async (count) => {
    const cell = (text: string) => [{ text }];
    const rows = [
      [cell('Статья'), cell('Сумма')],
      ...Array.from({ length: 11 }, (_, row) => [cell(`Статья ${row + 1}`), cell(`${row}`)]),
    ];
    const line = { kind: 'paragraph' as const, pieces: [{ text: 'Строка доклада.' }] };
    const listenedBlocks = [...Array.from({ length: count }, () => line), { kind: 'table' as const, rows }];
    const agenda = [{ id: 'a', title: 'О смете', listened: 'Строка доклада.', listenedBlocks }];
    const pages = await pagesOf({ agenda }, { form: 'full' });
    expect(pages.at(-1)?.join('\n')).toMatch(/Статья 11[\s\S]*Председательствующий[\s\S]*Секретарь/);
    expect(pages.flat().filter((each) => /^Статья \d/.test(each))).toHaveLength(11);
    // The head stands above the rows of each page.
    for (const page of pages) {
      const isThere = (pattern: RegExp) => page.filter((each) => pattern.test(each)).length > 0;
      expect(isThere(/^Статья Сумма/)).toBe(isThere(/^Статья \d/));
    }
  },
);
