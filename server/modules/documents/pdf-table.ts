import type { Content } from 'pdfmake';
import type { Run, TextTable } from '#contract/printed/document-model.ts';
import { inlines } from './pdf-inlines.ts';
import { type Tag, tagOf } from './pdf-tags.ts';
import { layoutParts } from './pdf-text.ts';
import { repeatsHead, rowHeights, startLines, wholeLines } from './table-rows.ts';

/**
 * Returns how many rows stay with the heading of a table: all of a short one, 0 where the first row is too tall or the
 * table is a sheet to sign. A head never stays alone.
 */
export function startOfTable(whole: TextTable): number {
  if (whole.isSigned) return 0;
  const heights = rowHeights(whole);
  const least = repeatsHead(whole, heights) ? 2 : 1;
  let lines = 0;
  let start = 0;
  for (const [row, height] of heights.entries()) {
    lines += height;
    if (lines > wholeLines) return start;
    if (lines <= startLines || row < least) start = row + 1;
  }
  return whole.rows.length;
}

/** Splits the table in two; the second part continues directly below the first. */
export function tableParts(whole: TextTable, start: number): [Content, Content] {
  const tags = tagsOf(whole);
  const [head, ...rows] = whole.rows;
  const first = { ...whole, rows: whole.rows.slice(0, start) };
  const rest = { ...whole, rows: whole.rows.slice(start) };
  const begun = laidOut(first, tags.slice(0, start), { top: 4, bottom: 0 });
  if (!head || !repeatsHead(whole, rowHeights(whole))) {
    // The top border covers the bottom border of the first part.
    return [begun, laidOut(rest, tags.slice(start), { top: -lineWidth, bottom: 8 })];
  }
  // The repeated head has no tags: it has been read aloud above the first part.
  const continued = { ...whole, rows: [head, ...rows.slice(start - 1)] };
  return [begun, laidOut(continued, [{ type: 'TR' }, ...tags.slice(start)], { top: 0, bottom: 8 }, true)];
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
  part: TextTable,
  tags: readonly Tag[],
  margin: { top: number; bottom: number },
  isContinued = false,
): Content {
  const { rows, shares, isSigned = false } = part;
  const heights = rowHeights(part);
  const room = isSigned ? 8 : 2;
  return {
    table: {
      // A taller row would leave too much of the page before it empty.
      dontBreakRows: isSigned || Math.max(...heights) <= wholeLines,
      ...(repeatsHead(part, heights) && { headerRows: 1, keepWithHeaderRows: isContinued ? 0 : 1 }),
      ...(isContinued && { isContinued }),
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
