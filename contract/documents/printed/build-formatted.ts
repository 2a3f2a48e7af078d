import { type FormattedBlock, type FormattedTable, listMarks, type Piece } from '#contract/protocols/formatted-text.ts';
import { tidyPart } from '#contract/text/russian-text.ts';
import { columnShares } from './column-shares.ts';
import { type Block, type Paragraph, paragraph, type Run } from './document-model.ts';

/** Builds a formatted text for print: its paragraphs, list points and tables. Empty lines are left out. */
export function formatted(written: readonly FormattedBlock[]): Block[] {
  // Word numbers the points by itself, so empty points are removed before they get a number.
  const blocks = written.filter((block) => !isPoint(block) || runsOf(block.pieces).length > 0);
  const marks = listMarks(blocks);
  /** Index of the numbered list that is open at each level; `lists` is the number of lists so far. */
  const open: number[] = [];
  let lists = 0;
  return blocks.flatMap((block, index): Block[] => {
    if (block.kind === 'table') return [table(block)];
    const runs = runsOf(block.pieces);
    const label = marks[index] ?? '';
    if (block.kind === 'number' && label === '1.') open[block.level] = lists += 1;
    if (runs.length === 0) return [];
    if (block.kind === 'paragraph') return [paragraph('body', runs)];
    return [point(block, runs, { label, instance: open[block.level] ?? 0 })];
  });
}

/** Renumbers the numbered lists of all passages through the document, since each passage counts from the first. */
export function listsApart(blocks: readonly Block[]): Block[] {
  let lists = 0;
  /** The lists of the current passage; other paragraphs always separate two passages. */
  let own = new Map<number, number>();
  return blocks.map((block) => {
    if (block.kind !== 'paragraph' || block.style !== 'listPoint') {
      own = new Map();
      return block;
    }
    if (block.number?.list !== 'numbers') return block;
    const { instance = 0 } = block.number;
    const known = own.get(instance);
    if (known === undefined) lists += 1;
    own.set(instance, known ?? lists);
    return { ...block, number: { ...block.number, instance: known ?? lists } };
  });
}

const isPoint = (block: FormattedBlock) => block.kind === 'bullet' || block.kind === 'number';

/** Builds a list point. Word counts by itself, so each numbered list gets its own instance, which starts anew. */
function point(
  { kind, level }: Extract<FormattedBlock, { kind: 'bullet' | 'number' }>,
  runs: Run[],
  { label, instance }: { label: string; instance: number },
): Paragraph {
  const list = kind === 'bullet' ? 'bullets' : 'numbers';
  return paragraph('listPoint', runs, { number: { list, level: Math.min(level, 2) as 0 | 1 | 2, label, instance } });
}

/** Returns the pieces of a line as runs ready for print, without empty ones and without outer spaces. */
function runsOf(pieces: readonly Piece[]): Run[] {
  const runs = pieces.map(({ text, bold, italic, link }) => ({
    text: tidyPart(text),
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(link !== undefined && { link }),
  }));
  const first = runs[0];
  const last = runs.at(-1);
  if (first) first.text = first.text.trimStart();
  if (last) last.text = last.text.trimEnd();
  return runs.filter(({ text }) => text !== '');
}

/** Builds a table. Shorter rows are padded. */
function table({ rows }: FormattedTable): Block {
  const columns = Math.max(...rows.map((cells) => cells.length));
  const cells = rows.map((row) => Array.from({ length: columns }, (_, column) => runsOf(row[column] ?? [])));
  const { shares, isSmall } = columnShares(cells);
  const printed = isSmall ? cells.map((row) => row.map((runs) => runs.map((run) => ({ ...run, small: true })))) : cells;
  return { kind: 'table', rows: printed, shares, ...(isHeaded(cells) && { hasHead: true }) };
}

/**
 * Whether the first row of a table is its head. No editor marks one, so that it must show: by bold words as in no other
 * row, or by words above a column of figures.
 */
function isHeaded([head = [], ...rows]: Run[][][]): boolean {
  if (rows.length === 0) return false;
  const isBold = (row: Run[][]) => row.flat().length > 0 && row.flat().every(({ bold }) => bold);
  if (isBold(head)) return !rows.some(isBold);
  const textsOf = (row: Run[][]) =>
    row.map((runs) =>
      runs
        .map(({ text }) => text)
        .join('')
        .trim(),
    );
  const titles = textsOf(head);
  const others = rows.map(textsOf);
  const isFigures = (column: number) => {
    const figures = others.flatMap((texts) => texts[column] || []);
    return figures.length > 0 && figures.every((text) => figure.test(text));
  };
  return (
    titles.slice(1).every((title) => title !== '') &&
    !titles.some((title) => figure.test(title)) &&
    titles.some((title, column) => title !== '' && isFigures(column))
  );
}

/** A number with its unit at most: «−1 254,30», «12 %», «–». */
const figure = /^(?:[-–—\u2212+]?\s*\d[\d\s.,]*(?:%|₽|руб\.)?|[-–—])$/u;
