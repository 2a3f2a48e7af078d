import {
  type FormattedBlock,
  type FormattedText,
  isSafeLink,
  maxOfFormatted,
  type Piece,
} from '#contract/protocols/formatted-text.ts';
import { breaking, inColumns, unseen } from '../editing/pasted-text.ts';
import { signOfPoint, withNumbers } from './list-numbers.ts';

type Look = Omit<Piece, 'text'>;
type Mark = Pick<Extract<FormattedBlock, { level: number }>, 'kind' | 'level'>;
/** Number before each numbered point in the copied text. */
type Signs = Map<FormattedBlock, string>;

/**
 * Returns the text of copied HTML with the supported formatting: bold, italic, links, lists, tables, as Word, Excel,
 * browsers and mail programs write them. Scripts, styles, colours and pictures are left out, and nothing of the HTML is
 * run or rendered. A table larger than a formatted text may hold becomes lines with tabs.
 */
export function readHtml(html: string): FormattedText {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const reader = newReader(false);
  reader.read(body, {}, undefined);
  return withNumbers(reader.blocks(), reader.signs);
}

/** @param isOneLine whether everything becomes a single line, as in a cell */
function newReader(isOneLine: boolean, signs: Signs = new Map()) {
  const blocks: FormattedText = [];
  let line: Piece[] = [];
  /** Kind and level of the point whose line is being read. */
  let mark: Mark | undefined;
  let sign = '';

  function end(): void {
    const pieces = trimmed(line);
    const block: FormattedBlock = mark ? { ...mark, pieces } : { kind: 'paragraph', pieces };
    if (pieces.length > 0) blocks.push(block);
    if (mark?.kind === 'number') signs.set(block, sign);
    line = [];
    mark = undefined;
  }

  /** Ends a line; inside a point or a cell it adds a space instead. */
  function breakLine(): void {
    if (isOneLine || mark) line.push({ text: ' ' });
    else end();
  }

  function begin(next: Mark, source: string): void {
    breakLine();
    if (isOneLine && next.kind === 'number') line.push({ text: `${source} ` });
    if (isOneLine) return;
    end();
    mark = next;
    sign = source;
  }

  /** @param keepsLines whether line breaks of the source are shown, as in `pre` */
  function read(node: Node, look: Look, list: Mark | undefined, keepsLines = false): void {
    if (node instanceof Text) {
      const [first = '', ...others] = keepsLines ? node.data.split('\n') : [node.data];
      line.push({ ...look, text: first });
      for (const text of others) {
        breakLine();
        line.push({ ...look, text });
      }
    }
    if (!(node instanceof Element) || node.matches(unseen) || isListSign(node)) return;
    const own = lookOf(node, look);
    const shownLines = showsLines(node) ?? keepsLines;
    const inside = (within = list) => {
      for (const child of node.childNodes) read(child, own, within, shownLines);
    };
    if (node instanceof HTMLTableElement && !isOneLine) {
      end();
      blocks.push(...tableOf(node, signs));
    } else if (node instanceof HTMLUListElement || node instanceof HTMLOListElement) {
      if (!isOneLine) end();
      const level = list ? Math.min(list.level + 1, maxOfFormatted.level) : 0;
      inside({ kind: node instanceof HTMLOListElement ? 'number' : 'bullet', level });
      if (!isOneLine) end();
    } else if (node instanceof HTMLLIElement || isWordPoint(node)) {
      const word = wordPoint(node);
      begin(word ?? list ?? { kind: 'bullet', level: 0 }, word ? wordSign(node) : signOfPoint(node));
      inside();
      if (!isOneLine) end();
    } else if (node.matches(`${breaking}, td, th`)) {
      breakLine();
      inside();
      breakLine();
    } else inside();
  }

  return {
    read,
    signs,
    blocks() {
      end();
      return blocks;
    },
  };
}

/** Returns a table; one with a single cell becomes its text, one that is too large lines with tabs. */
function tableOf(table: HTMLTableElement, signs: Signs): FormattedText {
  const reached = new Map<Node | null, number[]>();
  const rows = [...table.rows]
    .map((row) => {
      // A cell spans rows only within its section of the table.
      const below = reached.get(row.parentNode) ?? [];
      reached.set(row.parentNode, below);
      return inColumns(row, below, piecesOf, []);
    })
    .filter((cells) => cells.some((pieces) => pieces.length > 0));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  if (rows.length === 0) return [];
  if (width === 1 && rows.length === 1) return readLayoutTable(table, signs);
  if (rows.length <= maxOfFormatted.rows && width <= maxOfFormatted.columns) return [{ kind: 'table', rows }];
  return rows.map((cells) => ({
    kind: 'paragraph',
    pieces: joined(cells.flatMap((pieces, column) => (column > 0 ? [{ text: '\t' }, ...pieces] : pieces))),
  }));
}

/** Returns the content of a table that only lays out a page or a mail. */
function readLayoutTable(table: HTMLTableElement, signs: Signs): FormattedText {
  const reader = newReader(false, signs);
  for (const cell of table.querySelectorAll(':scope > * > tr > *')) reader.read(cell, {}, undefined);
  return reader.blocks();
}

function piecesOf(cell: HTMLTableCellElement): Piece[] {
  const reader = newReader(true);
  reader.read(cell, {}, undefined);
  const [line] = reader.blocks();
  return line?.kind === 'paragraph' ? line.pieces : [];
}

const boldTags = 'b, strong, th, h1, h2, h3, h4, h5, h6';

function lookOf(element: Element, outer: Look): Look {
  const style = element.getAttribute('style') ?? '';
  const look = { ...outer };
  if (element.matches(boldTags)) look.bold = true;
  if (element.matches('i, em')) look.italic = true;
  // Google wraps all that it copies in a `b` that is not bold.
  const weight = /(?:^|;)\s*font-weight:\s*(\w+)/i.exec(style)?.[1];
  if (weight) look.bold = /^(?:bold|bolder|[6-9]00)$/i.test(weight);
  const slant = /(?:^|;)\s*font-style:\s*(\w+)/i.exec(style)?.[1];
  if (slant) look.italic = /^(?:italic|oblique)$/i.test(slant);
  const address = element instanceof HTMLAnchorElement ? (element.getAttribute('href') ?? '').trim() : '';
  if (isSafeLink(address)) look.link = address;
  return look;
}

/** Whether an element shows the line breaks of its source; undefined where it does as the element around it. */
function showsLines(element: Element): boolean | undefined {
  const space = /(?:^|;)\s*white-space(?:-collapse)?:\s*([\w-]+)/i.exec(element.getAttribute('style') ?? '')?.[1];
  if (space) return /^(?:pre|break-spaces)/i.test(space);
  return element.matches('pre') || undefined;
}

/**
 * Whether the element is a list point of Word, which writes it as a paragraph with its own style and the number as
 * text.
 */
function isWordPoint(element: Element): boolean {
  return wordPoint(element) !== undefined;
}

function wordPoint(element: Element): Mark | undefined {
  const level = /mso-list:\s*\w+ level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1];
  if (!level || !element.matches('p, div, li, h1, h2, h3, h4, h5, h6')) return undefined;
  const kind = /^\(?[\p{L}\d]{1,4}(?:\.\d{1,3})*[.)]/u.test(wordSign(element)) ? 'number' : 'bullet';
  return { kind, level: Math.min(Number(level) - 1, maxOfFormatted.level) };
}

/** Returns the number written by Word, «1.1.». */
function wordSign(element: Element): string {
  const [sign = ''] = [...element.querySelectorAll('[style]')].filter(isListSign).map(({ textContent }) => textContent);
  return sign.trim();
}

function isListSign(element: Element): boolean {
  return /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '');
}

/** Returns the pieces of a line as a browser would draw them: single spaces, none at the ends. */
function trimmed(line: readonly Piece[]): Piece[] {
  let before = ' ';
  const single = line.map((piece) => {
    const text = piece.text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[\u200B\uFEFF]/g, '')
      .replace(/^ /, before.endsWith(' ') ? '' : ' ');
    if (text !== '') before = text;
    return { ...piece, text };
  });
  const pieces = joined(single);
  const last = pieces.at(-1);
  if (last?.text.endsWith(' ')) {
    last.text = last.text.trimEnd();
    if (last.text === '') pieces.pop();
  }
  return pieces;
}

/** Merges adjacent pieces with the same formatting. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const { text, bold, italic, link } of pieces) {
    if (text === '') continue;
    const last = all.at(-1);
    const isAlike = last && !last.bold === !bold && !last.italic === !italic && last.link === link;
    if (isAlike) last.text += text;
    else all.push({ text, ...(bold && { bold }), ...(italic && { italic }), ...(link !== undefined && { link }) });
  }
  return all;
}
