import type { FormattedBlock, FormattedTable, Piece } from '#contract/protocols/formatted-text.ts';

export interface NestedPoint {
  pieces: Piece[];
  lists: NestedList[];
}

/** A list with the lists inside its points. */
export interface NestedList {
  kind: 'list';
  isNumbered: boolean;
  points: NestedPoint[];
}

export type NestedBlock = Extract<FormattedBlock, { kind: 'paragraph' }> | FormattedTable | NestedList;

/**
 * Returns a formatted text with nested lists as they are drawn: a point of a deeper level is inside the one before it.
 */
export function nestedBlocks(blocks: readonly FormattedBlock[]): NestedBlock[] {
  const nested: NestedBlock[] = [];
  /** The open list at each level. */
  let open: NestedList[] = [];
  for (const block of blocks) {
    if (block.kind === 'paragraph' || block.kind === 'table') {
      open = [];
      nested.push(block);
      continue;
    }
    const level = Math.min(block.level, open.length);
    const isNumbered = block.kind === 'number';
    const point = { pieces: block.pieces, lists: [] };
    const list = open[level];
    open = open.slice(0, level + 1);
    if (list?.isNumbered === isNumbered) list.points.push(point);
    else {
      const next: NestedList = { kind: 'list', isNumbered, points: [point] };
      const above = open[level - 1]?.points.at(-1);
      (above ? above.lists : nested).push(next);
      open[level] = next;
    }
  }
  return nested;
}
