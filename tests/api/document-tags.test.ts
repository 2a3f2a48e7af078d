import pdfmake from 'pdfmake';
import { expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentInput, DocumentKind } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import type { FormattedText } from '#contract/protocols/formatted-text.ts';
import { pdfDefinition } from '#server/modules/documents/pdf-definition.ts';
import { writePdf } from '#server/modules/documents/pdf-writer.ts';
import { longTest } from '#tests/support/long-test.ts';
import { accessibilityFaults } from '#tests/support/pdf-structure.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';

const formatted: FormattedText = [
  {
    kind: 'paragraph',
    pieces: [{ text: 'Доклад ' }, { text: 'на сайте', link: 'https://example.ru/doklad' }, { text: ' и в деле.' }],
  },
  { kind: 'bullet', level: 0, pieces: [{ text: 'аренда' }] },
  { kind: 'bullet', level: 1, pieces: [{ text: 'склада' }] },
  {
    kind: 'table',
    rows: [
      [[{ text: 'Статья' }], [{ text: 'Сумма' }]],
      [[{ text: 'Аренда' }], []],
    ],
  },
];
const [first, ...others] = sampleProtocol.agenda;
const rich: DocumentInput = {
  ...sampleProtocol,
  agenda: [...(first ? [{ ...first, listenedBlocks: formatted }] : []), ...others],
};
const long: DocumentInput = {
  ...rich,
  members: Array.from({ length: 200 }, (_, index) => ({ id: `m${index}`, name: `Иванов Иван ${index}` })),
  agenda: Array.from({ length: 90 }, (_, index) => ({
    ...{ id: `a${index}`, title: index === 0 ? 'О'.repeat(10_000) : `О работе ${index}` },
    listenedBlocks: [...formatted, ...formatted],
    discussion: 'Ким Д. А. – обсудили ход работ и сроки поставки оборудования, замечаний нет.\n'.repeat(24),
  })),
};
const empty: DocumentInput = { stage: 'no_video', members: [], agenda: [], tasks: [] };
const settings = { presentLimit: 3, timeZone: 'Europe/Moscow' };
const pdfOf = async (input: DocumentInput, kind: DocumentKind) => {
  const model = buildDocument(input, settings, kind);
  if (!model) throw new Error('There is no such document');
  return writePdf(model);
};

test.each([
  ['the full form', rich, { form: 'full' }],
  ['the short form', rich, { form: 'short' }],
  [
    'a copy with the mark of a signature',
    {
      ...rich,
      signatures: [
        { certificate: '00B8 12F4', owner: 'Иванов С. П.', valid_from: '2026-01-12', valid_to: '2027-01-12' },
      ],
    },
    { form: 'signed' },
  ],
  ['an extract', rich, { form: 'extract', item: 'a1' }],
  ['the list of those present', rich, { form: 'present' }],
  ['the sheet of attendance', rich, { form: 'attendance' }],
  ['the sheet of agreement', rich, { form: 'agreement' }],
  ['the sheet of readers', rich, { form: 'reading' }],
  ['a protocol with nothing in it', empty, { form: 'full' }],
] as const)('%s keeps the rules of PDF/UA-1', async (_name, input, kind) => {
  expect(accessibilityFaults(await pdfOf(input, kind))).toEqual([]);
});

longTest(
  'a protocol of more than a hundred pages keeps the rules of PDF/UA-1, too',
  async () => {
    const file = await pdfOf(long, { form: 'full' });
    expect((await readPdf(file)).pages.length).toBeGreaterThan(100);
    expect(accessibilityFaults(file)).toEqual([]);
  },
  60_000,
);

test('a signature sheet repeats its header row on every page', async () => {
  const file = await pdfOf({ ...long, agenda: [] }, { form: 'attendance' });
  const { pages } = await readPdf(file);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.filter(({ text }) => text.includes('Подпись'))).toHaveLength(pages.length);
  expect(accessibilityFaults(file)).toEqual([]);
});

test('the checker reports untagged content', async () => {
  const { tagged: _tagged, subset: _subset, ...plain } = pdfDefinition(buildDocument(rich, settings));
  const made = await pdfmake.createPdf({ ...plain, displayTitle: false, compress: false }).getBuffer();
  const unmarked = Buffer.from(made.toString('latin1').replaceAll('\n>> BDC', '\n>> BDX'), 'latin1');
  expect(accessibilityFaults(unmarked)).toEqual(
    expect.arrayContaining([
      ...['not marked as tagged', 'the title is not shown', 'not said to be PDF/UA-1'],
      expect.stringMatching(/^page \d+: \d+ pieces outside of the structure$/),
    ]),
  );
});
