import type { ClipboardEvent } from 'react';

/** Elements that end a line of text. */
export const breaking =
  'br, p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, caption, section, article, dt, dd';
/** Elements that nobody sees. */
export const unseen = 'style, script, template, title';

/** The text of a copied table, a line for each row with tabs between its cells; undefined where no table was copied. */
export function tableText(html: string): string | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined;
  return linesOf(new DOMParser().parseFromString(html, 'text/html').body).join('\n') || undefined;
}

/** Returns the visible text by lines, including text outside of tables and paragraphs. */
function linesOf(whole: Element): string[] {
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
      // A cell reaches down within its part of the table alone.
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

/** The cells of a row, each in one line and in its own column. */
function rowText(row: HTMLTableRowElement, reached: number[]): string {
  const texts = inColumns(row, reached, (cell) => inOneLine(linesOf(cell).join(' ')), '');
  return texts.join('\t').trimEnd();
}

/**
 * What is read of the cells of a row, each in its own column: one over several columns or rows leaves the others empty.
 * @param reached into how many rows more a cell above reaches, by column; goes on to the next row
 */
export function inColumns<Read>(
  row: HTMLTableRowElement,
  reached: number[],
  read: (cell: HTMLTableCellElement) => Read,
  empty: Read,
): Read[] {
  const cells: Read[] = [];
  /** Leaves the columns empty that a cell above reaches into. */
  const passReached = () => {
    for (let rows = reached[cells.length]; rows; rows = reached[cells.length]) {
      reached[cells.length] = rows - 1;
      cells.push(empty);
    }
  };
  for (const cell of row.cells) {
    passReached();
    cells.push(read(cell));
    // To the last row of its part where it is 0.
    const rows = cell.rowSpan === 0 ? Number.POSITIVE_INFINITY : cell.rowSpan - 1;
    for (let column = 0; column < cell.colSpan; column += 1) {
      if (column > 0) cells.push(empty);
      reached[cells.length - 1] = rows;
    }
  }
  passReached();
  return cells;
}

/** The points of a pasted list, without their numbers and bullets; one line is one point. */
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
 * Types a text in place of what stands between `from` and the caret, by default of what is selected. The old command is the
 * only way that leaves the browser's own undo whole.
 */
export function typeText(field: HTMLTextAreaElement, text: string, from = field.selectionStart): void {
  field.setSelectionRange(from, field.selectionEnd);
  if (document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, from, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
