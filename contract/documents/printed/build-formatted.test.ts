import { expect, test } from 'vitest';
import type { FormattedText } from '#contract/protocols/formatted-text.ts';
import { buildDocument } from './build-document.ts';
import { formatted } from './build-formatted.ts';
import { sampleProtocol } from './sample-protocol.ts';

const words = (text: string) => [{ text }];
const blocks: FormattedText = [
  { kind: 'paragraph', pieces: [{ text: 'Доклад - ' }, { text: ' срочно', bold: true }, { text: ' и "кратко" ' }] },
  { kind: 'paragraph', pieces: [] },
  { kind: 'number', level: 0, pieces: words('аренда') },
  { kind: 'bullet', level: 1, pieces: words('склад № 2') },
  { kind: 'number', level: 0, pieces: [{ text: 'смета', link: 'https://example.ru/' }] },
  { kind: 'table', rows: [[words('Статья расходов'), words('Сумма')], [words('Аренда')]] },
  { kind: 'number', level: 0, pieces: words('связь') },
];

test('the typography of each piece is corrected, and empty lines are left out', () => {
  const [first, second] = formatted(blocks);
  expect(first).toMatchObject({
    style: 'body',
    runs: [{ text: 'Доклад\u00a0– ' }, { text: ' срочно', bold: true }, { text: ' и «кратко»' }],
  });
  expect(second).toMatchObject({ style: 'listPoint', number: { list: 'numbers', level: 0, label: '1.', instance: 1 } });
});

test('each numbered list has its own numbering, and a table has all of its cells', () => {
  const printed = formatted(blocks);
  const numbers = printed.flatMap((block) => (block.kind === 'paragraph' && block.number ? [block.number] : []));
  expect(numbers.map(({ label, instance }) => `${label} ${instance}`)).toEqual(['1. 1', '– 0', '2. 1', '1. 2']);
  const table = printed.find((block) => block.kind === 'table');
  expect(table?.rows[1]).toEqual([[{ text: 'Аренда' }], []]);
  expect(table?.shares.reduce((sum, share) => sum + share)).toBeCloseTo(1);
});

test('an empty point is neither printed nor counted', () => {
  const list: FormattedText = ['', 'раз', ' ', 'два'].map((text) => ({
    kind: 'number',
    level: 0,
    pieces: text ? words(text) : [],
  }));
  expect(formatted(list).map((block) => block.kind === 'paragraph' && block.number?.label)).toEqual(['1.', '2.']);
});

test('lists of different passages are separate lists in one document', () => {
  const list: FormattedText = ['раз', 'два'].map((text) => ({ kind: 'number', level: 0, pieces: words(text) }));
  const both = { title: 'О смете', listenedBlocks: list, discussionBlocks: list };
  const agenda = [
    { id: 'a', ...both },
    { id: 'b', ...both },
  ];
  const { blocks: printed } = buildDocument({ ...sampleProtocol, agenda }, settings);
  const points = printed.flatMap((block) => (block.kind === 'paragraph' && block.style === 'listPoint' ? block : []));
  expect(points.map(({ number }) => number?.instance)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
});

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const printedLinesOf = (item: object, form: 'full' | 'short' = 'full') => {
  const model = buildDocument({ ...sampleProtocol, agenda: [{ id: 'a', ...item }], tasks: [] }, settings, { form });
  return (model?.blocks ?? []).flatMap((block) => {
    if (block.kind !== 'paragraph') return [];
    const text = block.runs.map((run) => run.text).join('');
    return [block.number ? `${block.number.label}\u00a0${text}` : text];
  });
};

test('the label stands before a first paragraph, and above a list', () => {
  const list = blocks.slice(2, 3);
  expect(printedLinesOf({ title: 'О смете', discussionBlocks: blocks })).toContain(
    'ВЫСТУПИЛИ: Доклад\u00a0–  срочно и «кратко»',
  );
  expect(printedLinesOf({ title: 'О смете', discussionBlocks: list })).toEqual(
    expect.arrayContaining(['ВЫСТУПИЛИ:', '1.\u00a0аренда']),
  );
  expect(printedLinesOf({ listenedBlocks: blocks, listened: 'Доклад' })).toContain(
    '1.\u00a0СЛУШАЛИ: Доклад\u00a0–  срочно и «кратко»',
  );
  expect(printedLinesOf({ listenedBlocks: list, listened: 'аренда' })).toContain('1.\u00a0аренда');
});

test('the short form leaves formatted passages out', () => {
  expect(
    printedLinesOf({ title: 'О смете', listened: 'аренда', listenedBlocks: blocks }, 'short').join(),
  ).not.toContain('аренда');
});

const headOf = (...rows: string[][]) => {
  const cells = (row: string[]) => row.map((text) => (text === '' ? [] : words(text)));
  const [table] = formatted([{ kind: 'table', rows: rows.map(cells) }]);
  return table?.kind === 'table' && table.hasHead === true;
};

test('words above columns of figures, or a first row in bold, are the head of a table', () => {
  expect(headOf(['Показатель', 'Январь'], ['Ремонт', '1 254,30'], ['Связь', '']), 'figures').toBe(true);
  expect(headOf(['', 'Доля'], ['Ремонт', '12 %'], ['Связь', '− 3 %']), 'an empty corner').toBe(true);
  expect(headOf(['Ремонт', '1 254'], ['Связь', '300']), 'figures from the first row on').toBe(false);
  expect(headOf(['Ким Д. А.', 'согласен'], ['Орлова Е. В.', 'против']), 'words only').toBe(false);
  expect(headOf(['Показатель', 'Январь']), 'one row').toBe(false);
  const bold = (text: string) => [{ text, bold: true }];
  const rows = [
    [bold('Отдел'), bold('Ответственный')],
    [words('Снабжение'), words('Ким Д. А.')],
  ];
  expect(formatted([{ kind: 'table', rows }])).toMatchObject([{ hasHead: true }]);
  expect(formatted([{ kind: 'table', rows: rows.map(() => rows[0] ?? []) }]), 'all in bold').not.toMatchObject([
    { hasHead: true },
  ]);
});
