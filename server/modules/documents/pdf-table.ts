import type { Content } from 'pdfmake';
import type { Run, TextTable } from '#contract/printed/document-model.ts';
import { inlines } from './pdf-inlines.ts';
import { type Tag, tagOf } from './pdf-tags.ts';
import { layoutParts } from './pdf-text.ts';

/** Maximum height, in lines, of a table that is kept whole below its heading. */
const wholeLines = 20;
/** Maximum height, in lines, of the rows of a longer table that are kept with its heading. */
const startLines = 8;
/** Estimated number of letters on a line of the full width. */
const lettersOfLine = 75;

/**
 * Returns how many rows stay with the heading of a table: all of a short one, 0 where the first row is too tall or must
 * repeat.
 */
export function startOfTable({ rows, shares, isSigned }: TextTable): number {
  if (isSigned) return 0;
  const heights = rows.map((cells) => Math.max(...cells.map((runs, column) => linesOf(runs, shares[column] ?? 1))));
  let lines = 0;
  let start = 0;
  for (const [row, height] of heights.entries()) {
    lines += height;
    if (lines > wholeLines) return start;
    if (lines <= startLines) start = row + 1;
  }
  return rows.length;
}

/** Estimates the lines that a cell takes. Narrow columns are filled less well. */
function linesOf(runs: readonly Run[], share: number): number {
  const letters = runs.reduce((sum, { text }) => sum + text.length, 0);
  return Math.max(Math.ceil((letters * 1.2) / Math.max(share * lettersOfLine - 2, 1)), 1);
}

/** Splits the table in two; the second part continues directly below the first. */
export function tableParts(whole: TextTable, start: number): [Content, Content] {
  const tags = tagsOf(whole);
  const part = (from: number, to?: number) => ({ ...whole, rows: whole.rows.slice(from, to) });
  return [
    laidOut(part(0, start), tags.slice(0, start), { top: 4, bottom: 0 }),
    // The top border covers the bottom border of the first part.
    laidOut(part(start), tags.slice(start), { top: -lineWidth, bottom: 8 }),
  ];
}

export function table(whole: TextTable): Content {
  return laidOut(whole, tagsOf(whole), { top: whole.isSigned ? 12 : 4, bottom: 8 });
}

const lineWidth = 0.5;

/** Returns the tags of the rows. The cells of the first row are column headers where more rows follow. */
function tagsOf({ rows }: TextTable): Tag[] {
  const cellTags = rows.map((cells, row) =>
    tagOf(
      'TR',
      cells.map(() => tagOf(row === 0 && rows.length > 1 ? 'TH' : 'TD')),
    ),
  );
  tagOf('Table', cellTags);
  return cellTags;
}

function laidOut(
  { rows, shares, isSigned = false }: TextTable,
  tags: readonly Tag[],
  margin: { top: number; bottom: number },
): Content {
  const room = isSigned ? 8 : 2;
  return {
    table: {
      dontBreakRows: isSigned,
      ...(isSigned && { headerRows: 1 }),
      // The percentages ignore the widths of borders and padding.
      widths: shares.map((share) => `${(share * 100).toFixed(2)}%`),
      body: rows.map((cells, row) =>
        cells.map((runs, column) => ({ stack: cellLines(runs, tags[row]?.children?.[column]) })),
      ),
    },
    layout: {
      hLineWidth: () => lineWidth,
      vLineWidth: () => lineWidth,
      paddingLeft: () => 4,
      paddingRight: () => 4,
      paddingTop: () => room,
      paddingBottom: () => room,
    },
    margin: [0, margin.top, 0, margin.bottom],
  };
}

function cellLines(runs: Run[], tag: Tag | undefined) {
  return layoutParts(runs.flatMap(inlines)).map((part) => ({ text: part, tag }));
}
