import type { ClipboardEvent } from 'react';

/** Elements that end a line of text. */
export const breaking =
  'br, p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, caption, section, article, dt, dd';
/** Elements that are not visible. */
export const unseen = 'style, script, template, title';

/**
 * Returns the text of a copied table, one line per row with tabs between its cells; undefined where there is no table.
 */
export function tableText(html: string): string | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined;
  return visibleLines(new DOMParser().parseFromString(html, 'text/html').body).join('\n') || undefined;
}

/** Returns the visible text by lines, including text outside tables and paragraphs. */
function visibleLines(whole: Element): string[] {
  const lines: string[] = [];
  const below = new Map<Node | null, number[]>();
  let line = '';
  const end = () => {
    if (line.trim() !== '') lines.push(inOneLine(line));
    line = '';
  };
  const read = (node: Node) => {
    if (node instanceof HTMLTableRowElement) {
      end();
      // A cell spans rows only within its section of the table.
      const part = node.parentNode;
      const reached = below.get(part) ?? [];
      below.set(part, reached);
      const row = rowText(node, reached);
      if (row !== '') lines.push(row);
    } else if (node instanceof Element) {
      if (node.matches(unseen)) return;
      const breaks = node.matches(breaking);
      if (breaks) end();
      for (const child of node.childNodes) read(child);
      if (breaks) end();
    } else if (node instanceof Text) line += node.data;
  };
  read(whole);
  end();
  return lines;
}

/** Returns the cells of a row, each in one line and in its own column. */
function rowText(row: HTMLTableRowElement, reached: number[]): string {
  const texts = inColumns(row, reached, (cell) => inOneLine(visibleLines(cell).join(' ')), '');
  return texts.join('\t').trimEnd();
}

/**
 * Returns what `read` makes of the cells of a row, each in its own column; a cell over several columns or rows leaves
 * the others empty.
 * @param reached number of further rows that a cell above spans, by column; updated for the next row
 */
export function inColumns<Read>(
  row: HTMLTableRowElement,
  reached: number[],
  read: (cell: HTMLTableCellElement) => Read,
  empty: Read,
): Read[] {
  const cells: Read[] = [];
  /** Adds empty columns for those that a cell above spans. */
  const passReached = () => {
    for (let rows = reached[cells.length]; rows; rows = reached[cells.length]) {
      reached[cells.length] = rows - 1;
      cells.push(empty);
    }
  };
  for (const cell of row.cells) {
    passReached();
    cells.push(read(cell));
    // A `rowspan` of 0 spans to the last row of the section.
    const rows = cell.rowSpan === 0 ? Number.POSITIVE_INFINITY : cell.rowSpan - 1;
    for (let column = 0; column < cell.colSpan; column += 1) {
      if (column > 0) cells.push(empty);
      reached[cells.length - 1] = rows;
    }
  }
  passReached();
  return cells;
}

/** Returns the points of a pasted list, one per line, without their numbers and bullets. */
export function pointsIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-–—•·*]|\(?\d{1,3}(?:\.\d{1,3})*[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Pastes a copied table as lines with tabs; everything else is left to the browser. */
export function pasteTable(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = tableText(event.clipboardData.getData('text/html'));
  if (text === undefined) return;
  event.preventDefault();
  typeText(event.currentTarget, text);
}

/**
 * Types a text in place of what stands between `from` and the end of the selection, by default of the selection.
 * `execCommand` is deprecated, but it is the only way that keeps the browser's own undo intact.
 */
export function typeText(field: HTMLTextAreaElement, text: string, from = field.selectionStart): void {
  field.setSelectionRange(from, field.selectionEnd);
  if (document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, from, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
