import { afterAll, expect, test } from 'vitest';
import { buildDocument } from '#contract/printed/build-document.ts';
import { type Block, paragraph } from '#contract/printed/document-model.ts';
import { sampleProtocol } from '#contract/printed/sample-protocol.ts';
import { createDocumentRenderer } from '#server/modules/documents/write-document.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';

const renderer = createDocumentRenderer();
afterAll(() => renderer.close());

const model = buildDocument(sampleProtocol, { presentLimit: 15, timeZone: 'Europe/Moscow' });
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
