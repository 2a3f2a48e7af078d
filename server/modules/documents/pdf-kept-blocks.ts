import type { Content } from 'pdfmake';
import type { Block, ParagraphStyle, TextTable } from '#contract/documents/printed/document-model.ts';
import { lastRows, startOfTable, tableParts } from './pdf-table.ts';
import { lettersOfLine, rowHeights, startLines } from './table-rows.ts';

type ContentOf = (block: Block) => Content;

/**
 * Lays out the blocks, those that a page break must not separate (`keepNext`) together. Of a group that is too long to
 * be kept, the end is kept: it may hold the signatures, which would otherwise stand alone on their page.
 */
export function keptTogether(blocks: readonly Block[], contentOf: ContentOf): Content[] {
  return groupsOf(blocks).map((group) => groupContent(group, contentOf));
}

function groupsOf(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  let open = false;
  for (const block of blocks) {
    if (open) groups.at(-1)?.push(block);
    else groups.push([block]);
    open = 'keepNext' in block && block.keepNext === true;
  }
  return groups;
}

function groupContent(group: Block[], contentOf: ContentOf): Content {
  const last = group.at(-1);
  if (!last || group.length === 1) return group.map(contentOf);
  if (last.kind === 'table') return tableBelow(group.slice(0, -1), last, contentOf);
  const from = startOfEnd(group);
  const first = group[from];
  const split = first?.kind === 'table' && !isShort(first) ? lastRows(first) : undefined;
  const begun = split ? [...group.slice(0, from), split.begun] : group.slice(0, from);
  const end = split ? [...split.end, ...group.slice(from + 1).map(contentOf)] : group.slice(from).map(contentOf);
  return [beginning(begun, contentOf), keptByLines(end)];
}

/** The blocks of a group before its end: a heading with a few lines stays with them. */
function beginning(blocks: Block[], contentOf: ContentOf): Content {
  if (blocks.at(-1)?.kind === 'table') return groupContent(blocks, contentOf);
  const stack = blocks.map(contentOf);
  return blocks.length > 1 && estimateLines(...blocks) <= keptLines ? keptByLines(stack) : stack;
}

/** Read by `splitKeptParagraphs`. */
const keptByLines = (stack: Content[]) => ({ stack, isKeptByLines: true });

/** A table stays with the heading above it, or at least its first rows do. */
function tableBelow(heading: readonly Block[], whole: TextTable, contentOf: ContentOf): Content {
  const start = startOfTable(whole);
  if (start === 0) return [...heading, whole].map(contentOf);
  const from = startOfHeading(heading);
  const [begun, rest] = start < whole.rows.length ? tableParts(whole, start) : [contentOf(whole), []];
  const kept = { stack: [...heading.slice(from).map(contentOf), begun], unbreakable: true };
  return { stack: [...heading.slice(0, from).map(contentOf), kept, rest] };
}

/**
 * Returns the first block of a heading that is kept on one page with the table below it. A heading may begin with a
 * question of many lines: kept as a whole it would leave half of the page before it empty.
 */
function startOfHeading(heading: readonly Block[]): number {
  let letters = 0;
  const from = heading.findLastIndex((block) => {
    letters += lettersOf(block);
    return letters > 600;
  });
  return from + 1;
}

/** Maximum height, in lines, of blocks that are kept on one page: about half of it. */
const keptLines = 24;

/** Estimated lines of the longest paragraph that is not split between pages. */
const unsplitLines = 4;

/** Estimates the lines of blocks; a longer paragraph among them may be split. */
function estimateLines(...blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => {
    if (block.kind === 'table') return sum + rowHeights(block).reduce((lines, height) => lines + height, 0);
    if (block.kind === 'paragraph') return sum + Math.min(Math.ceil(lettersOf(block) / lettersOfLine), unsplitLines);
    if (block.kind === 'frame') return sum + block.title.length + block.lines.length;
    return sum + 2 * (block.kind === 'signatures' ? block.rows.length : 1);
  }, 0);
}

const lettersOf = (block: Block) =>
  block.kind === 'paragraph' ? block.runs.reduce((sum, { text }) => sum + text.length, 0) : 0;

/** Blocks that must not be left behind at the foot of a page. */
const headings: readonly ParagraphStyle[] = [
  'title',
  'heading',
  'item',
  'label',
  'peopleLabel',
  'annexTitle',
  'annexNote',
];

/**
 * Returns where the end of a group begins that can be kept on one page. It begins after a paragraph of text, not after a
 * heading, and with a table from whose rows only the last are kept.
 */
function startOfEnd(group: readonly Block[]): number {
  let lines = 0;
  const beyond = group.findLastIndex((block) => {
    if (block.kind === 'table' && !isShort(block)) return true;
    lines += estimateLines(block);
    return lines > keptLines;
  });
  if (beyond < 0) return 0;
  if (group[beyond]?.kind === 'table' && lastRows(group[beyond])) return beyond;
  const from = group.findIndex((_, index) => index > beyond && !isHeading(group[index - 1]));
  return from > 0 && from < group.length - 1 ? from : beyond + 1;
}

const isShort = (table: TextTable) => estimateLines(table) <= startLines;

const isHeading = (block: Block | undefined) => block?.kind === 'paragraph' && headings.includes(block.style);
