import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentKind } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { createTemplateWriter } from '#server/modules/documents/templates/template-writer.ts';
import { createDocumentRenderer } from '#server/modules/documents/write-document.ts';
import { openInOffice } from '#tests/support/open-in-office.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { printedLines } from '#tests/support/printed-lines.ts';
import { zipEntries, zipOf } from '#tests/support/zip-entries.ts';

const renderer = createDocumentRenderer();
afterAll(() => renderer.close());

const modelOf = (kind: DocumentKind) => {
  const model = buildDocument(sampleProtocol, { presentLimit: 15, timeZone: 'Europe/Moscow' }, kind);
  if (!model) throw new Error('No such document');
  return model;
};
const docxOf = async (kind: DocumentKind) => Buffer.from(await renderer.render('docx', modelOf(kind)));
const linesOf = (text: string) =>
  text
    .replaceAll('\u00a0', ' ')
    .split(/\r?\n/)
    .map((line) => line.replace('\ufeff', '').trim())
    .filter((line) => line !== '');

const kinds: DocumentKind[] = [
  { form: 'full' },
  { form: 'short' },
  { form: 'extract', item: 'a2' },
  { form: 'present' },
];
let files: Buffer[];
beforeAll(async () => {
  files = await Promise.all(kinds.map(docxOf));
});

test('LibreOffice opens a filled-in template and reads its text', { timeout: 240_000 }, async () => {
  const templates = createTemplateWriter();
  const filled = await templates.example(await templates.sample()).finally(() => templates.close());
  const [text = Buffer.alloc(0)] = await openInOffice([filled], 'txt');
  const lines = linesOf(text.toString('utf8'));
  expect(lines).toContain('ПРОТОКОЛ № 12');
  expect(lines).toContain('2.1. Согласовать договор на условиях рассрочки. (запись 01:02:05)');
  expect(lines.join('\n')).not.toMatch(/[{}]/);
});

/** Adds another point after the first as a person would, with its style and its list, and without a number. */
function withAnotherPoint(docx: Buffer): Buffer {
  const entries = new Map(zipEntries(docx));
  const xml = entries.get('word/document.xml')?.toString('utf8') ?? '';
  const point = /<w:p>(?:(?!<\/w:p>).)*Утвердить смету.*?<\/w:p>/s.exec(xml)?.[0] ?? '';
  const another = point.replace(/(<w:t[^>]*>)Утвердить смету[^<]*/, '$1Дописанное решение.');
  entries.set('word/document.xml', Buffer.from(xml.replace(point, point + another)));
  return zipOf(entries);
}

test('LibreOffice opens every form and reads the text of its model, list numbers included', {
  timeout: 240_000,
}, async () => {
  const texts = await openInOffice([...files, withAnotherPoint(files[0] ?? Buffer.alloc(0))], 'txt');
  const read = texts.map((text) => linesOf(text.toString('utf8')));
  for (const [index, kind] of kinds.entries()) {
    expect(read[index], kind.form).toEqual(linesOf(printedLines(modelOf(kind)).join('\n')));
  }
  // The list itself numbers the point that a person adds.
  const edited = read.at(-1) ?? [];
  const at = edited.findIndex((line) => line.startsWith('1.1.'));
  expect(edited.slice(at + 1, at + 4).map((line) => line.slice(0, 12))).toEqual([
    '1.2. Дописан',
    '1.3. Принять',
    '1.4. Орловой',
  ]);
});

test('LibreOffice turns the headings of a DOCX into PDF bookmarks', { timeout: 240_000 }, async () => {
  const [printed = Buffer.alloc(0)] = await openInOffice(files.slice(0, 1), 'pdf');
  const { outline, info } = await readPdf(printed);
  expect(outline.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
    'ПОВЕСТКА ДНЯ:',
    '1. СЛУШАЛИ: Орлова Е. В. – о смете на первый квартал.',
    '2. СЛУШАЛИ: Ким Д. А. – о договоре с подрядчиком.',
    'ПОРУЧЕНИЯ:',
  ]);
  expect(info).toMatch(/Title: +Протокол № 12 от 20\.11\.2026\n/);
});

test('LibreOffice leaves the signatures alone on no page, whatever length the text has', {
  timeout: 240_000,
}, async () => {
  const longer = (more: number) => {
    const agenda = sampleProtocol.agenda.map((item, index) => ({
      ...item,
      decisions: [
        ...(item.decisions ?? []),
        ...Array.from({ length: index === 1 ? more : 0 }, (_, point) => ({ text: `Решение номер ${point}` })),
      ],
    }));
    const model = buildDocument(
      { ...sampleProtocol, agenda, tasks: [] },
      { presentLimit: 15, timeZone: 'Europe/Moscow' },
    );
    return model && renderer.render('docx', model);
  };
  const written = await Promise.all([0, 1, 2, 3, 4, 5, 6].map(async (more) => Buffer.from((await longer(more)) ?? [])));
  for (const printed of await openInOffice(written, 'pdf')) {
    const text = (await readPdf(printed)).pages.at(-1)?.text ?? '';
    expect(text).toMatch(/[12]\.\d\.[\s\S]*Председательствующий/);
  }
});

test('LibreOffice tears no certification of an extract, whatever length the text has', {
  timeout: 240_000,
}, async () => {
  const longer = (more: number) => {
    const discussion = Array.from({ length: more }, (_, line) => `Строка обсуждения номер ${line}.`).join('\n');
    const agenda = sampleProtocol.agenda.map((item) => (item.id === 'a2' ? { ...item, discussion } : item));
    const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
    const model = buildDocument({ ...sampleProtocol, agenda, stage: 'final' }, settings, {
      form: 'extract',
      item: 'a2',
    });
    return model && renderer.render('docx', model);
  };
  const lengths = Array.from({ length: 8 }, (_, index) => index + 6);
  const written = await Promise.all(lengths.map(async (more) => Buffer.from((await longer(more)) ?? [])));
  for (const printed of await openInOffice(written, 'pdf')) {
    const { pages } = await readPdf(printed);
    const certified = pages.filter(({ text }) => /^\s*Верно|20___|Место нахождения/m.test(text));
    expect(certified).toHaveLength(1);
    expect(certified[0]?.text).toMatch(/Верно[\s\S]*Петрова[\s\S]*20___[\s\S]*Место нахождения/);
  }
});

test('LibreOffice prints a DOCX with the line height of the PDF', { timeout: 240_000 }, async () => {
  const words = 'Слово за словом составляют длинный доклад о ходе работ. '.repeat(20);
  const agenda = [{ id: 'a', title: 'О работах', listened: words }];
  const model = buildDocument(
    { ...sampleProtocol, agenda, tasks: [] },
    { presentLimit: 15, timeZone: 'Europe/Moscow' },
  );
  const [docx, pdf] = await Promise.all([renderer.render('docx', model), renderer.render('pdf', model)]);
  const [printed = Buffer.alloc(0)] = await openInOffice([docx], 'pdf');
  const pitchOf = async (file: Uint8Array) => {
    const { words: placed = [] } = (await readPdf(file)).pages.at(-1) ?? {};
    const tops = [...new Set(placed.filter(({ text }) => text === 'доклад').map(({ yMin }) => yMin))].sort(
      (a, b) => a - b,
    );
    return Math.min(...tops.slice(1).map((top, index) => top - (tops[index] ?? 0)));
  };
  expect(Math.abs((await pitchOf(printed)) - (await pitchOf(pdf)))).toBeLessThan(0.8);
});
