import type { Content } from 'pdfmake';
import type { Run, TextTable } from '#contract/documents/printed/document-model.ts';
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
  const bottom = bottomOf(whole);
  if (!head || !repeatsHead(whole, rowHeights(whole))) {
    // The top border covers the bottom border of the first part.
    return [begun, laidOut(rest, tags.slice(start), { top: -lineWidth, bottom })];
  }
  // The repeated head has no tags: it has been read aloud above the first part.
  const continued = { ...whole, rows: [head, ...rows.slice(start - 1)] };
  return [begun, laidOut(continued, [{ type: 'TR' }, ...tags.slice(start)], { top: 0, bottom }, 'continued')];
}

/** The tags of tables whose last rows are a table of their own. */
const begunTables = new WeakMap<TextTable, Tag[]>();

/**
 * Splits off the last rows, which stay on the page of the block below the table; `end` is their content, below the head
 * for the top of a page. Returns undefined if the last row is too tall.
 */
export function lastRows(whole: TextTable): { begun: TextTable; end: Content[] } | undefined {
  const heights = rowHeights(whole);
  const [row = 0, last = 0] = heights.slice(-2);
  const start = whole.rows.length - (row + last <= startLines / 2 ? 2 : 1);
  const hasHead = repeatsHead(whole, heights);
  if (last > startLines || start < (hasHead ? 2 : 1)) return undefined;
  const tags = tagsOf(whole);
  const begun = { ...whole, rows: whole.rows.slice(0, start) };
  begunTables.set(begun, tags.slice(0, start));
  const part = (rows: TextTable['rows'], rowTags: readonly Tag[], top: number, bottom: number) =>
    laidOut({ ...whole, rows }, rowTags, { top, bottom }, 'end');
  const end = part(whole.rows.slice(start), tags.slice(start), -lineWidth, 8);
  if (!hasHead) return { begun, end: [end] };
  const head = part(whole.rows.slice(0, 1), [{ type: 'TR' }], 0, 0);
  return { begun, end: [Object.assign(head, { isAtTop: true }), end] };
}

/** The last rows follow a begun table directly. */
const bottomOf = (whole: TextTable) => (begunTables.has(whole) ? 0 : 8);

export function table(whole: TextTable): Content {
  return laidOut(whole, tagsOf(whole), { top: whole.isSigned ? 12 : 4, bottom: bottomOf(whole) });
}

const lineWidth = 0.5;

/** Returns the tags of the rows. The cells of the first row are column headers where more rows follow. */
function tagsOf(whole: TextTable): Tag[] {
  const known = begunTables.get(whole);
  if (known) return known;
  const { rows } = whole;
  const cellTags = rows.map((cells, row) =>
    tagOf(
      'TR',
      cells.map(() => tagOf(row === 0 && rows.length > 1 ? 'TH' : 'TD')),
    ),
  );
  tagOf('Table', cellTags);
  return cellTags;
}

/**
 * @param as the second part of a table, whose head is repeated only on later pages, or its last rows, which are never
 * split
 */
function laidOut(
  part: TextTable,
  tags: readonly Tag[],
  margin: { top: number; bottom: number },
  as: 'whole' | 'continued' | 'end' = 'whole',
): Content {
  const { rows, shares, isSigned = false } = part;
  const heights = rowHeights(part);
  const room = isSigned ? 8 : 2;
  return {
    table: {
      // A taller row would leave too much of the page before it empty.
      dontBreakRows: isSigned || Math.max(...heights) <= wholeLines,
      ...(as !== 'end' &&
        repeatsHead(part, heights) && { headerRows: 1, keepWithHeaderRows: as === 'continued' ? 0 : 1 }),
      ...(as === 'continued' && { isContinued: true }),
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
