import * as z from 'zod/mini';
import { whenUsed } from '#contract/common.ts';

/** Limits of a formatted text; a larger one is kept as plain text. */
export const maxOfFormatted = { blocks: 2_000, pieces: 20_000, rows: 50, columns: 12, level: 2 } as const;

/** Whether a link leads to a page or a mail address: never to a script, and without invisible characters. */
export const isSafeLink = (address: string) =>
  address.length <= 2_000 && /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)[^\s\p{C}]*$/iu.test(address);

const flag = z.optional(z.boolean());
const piece = z.object({
  text: z.string().check(z.minLength(1), z.regex(/^[^\n\r]*$/)),
  bold: flag,
  italic: flag,
  link: z.optional(z.string().check(z.refine(isSafeLink))),
});
/** A piece of a line with uniform formatting. */
export type Piece = z.infer<typeof piece>;

const pieces = z.array(piece).check(z.maxLength(maxOfFormatted.pieces));
const level = z.int().check(z.gte(0), z.lte(maxOfFormatted.level));
const row = z.array(pieces).check(z.minLength(1), z.maxLength(maxOfFormatted.columns));
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), pieces }),
  z.object({ kind: z.literal('bullet'), level, pieces }),
  z.object({ kind: z.literal('number'), level, pieces }),
  z.object({ kind: z.literal('table'), rows: z.array(row).check(z.minLength(1), z.maxLength(maxOfFormatted.rows)) }),
]);
/** A paragraph, a list point, or a table. Lists are flat: `level` is the indentation of a point. */
export type FormattedBlock = z.infer<typeof block>;
export type FormattedTable = Extract<FormattedBlock, { kind: 'table' }>;

/** Text with light formatting, block by block. It contains no HTML and nothing but these kinds of blocks. */
export const formattedText = whenUsed(() => z.array(block).check(z.maxLength(maxOfFormatted.blocks)));
export type FormattedText = FormattedBlock[];

/** Returns the mark before each block: «–» or «2.» before a list point, an empty text before the others. */
export function listMarks(blocks: readonly FormattedBlock[]): string[] {
  /** Kind and count of the open list at each level. */
  let open: { kind: string; count: number }[] = [];
  return blocks.map((each) => {
    if (each.kind === 'paragraph' || each.kind === 'table') {
      open = [];
      return '';
    }
    open = open.slice(0, each.level + 1);
    const last = open[each.level];
    const count = last?.kind === each.kind ? last.count + 1 : 1;
    open[each.level] = { kind: each.kind, count };
    return each.kind === 'bullet' ? '–' : `${count}.`;
  });
}

/** Returns a formatted text as plain text: a line for each block or row, with tabs between cells. */
export function plainText(blocks: readonly FormattedBlock[]): string {
  const marks = listMarks(blocks);
  return blocks.map((each, index) => lineOf(each, marks[index])).join('\n');
}

const plainTextOfLine = (line: readonly Piece[]) => line.map(({ text }) => text).join('');

function lineOf(each: FormattedBlock, mark: string | undefined): string {
  if (each.kind === 'table') return each.rows.map((cells) => cells.map(plainTextOfLine).join('\t')).join('\n');
  if (each.kind === 'paragraph') return plainTextOfLine(each.pieces);
  return `${'  '.repeat(each.level)}${mark} ${plainTextOfLine(each.pieces)}`;
}

/** Returns plain text as blocks: a paragraph for each line. */
export function paragraphsOf(text: string): FormattedText {
  const lines = text.split(/\r\n|[\n\r]/);
  return lines.map((line) => ({ kind: 'paragraph', pieces: line === '' ? [] : [{ text: line }] }));
}

/** Whether plain text would lose nothing. */
export function isUnformatted(blocks: readonly FormattedBlock[]): boolean {
  const isBare = ({ bold, italic, link }: Piece) => !bold && !italic && link === undefined;
  return blocks.every((each) => each.kind === 'paragraph' && each.pieces.every(isBare));
}

const judged = new WeakMap<object, boolean>();

/** Whether a value is a valid formatted text within the limits. The result is cached for each array. */
export function isWellFormed(value: unknown): value is FormattedText {
  if (!Array.isArray(value)) return false;
  const known = judged.get(value) ?? z.safeParse(formattedText, value).success;
  judged.set(value, known);
  return known;
}

/** The texts of an agenda item that may be formatted. */
export const passages = ['listened', 'discussion'] as const;
export type Passage = (typeof passages)[number];

type Passages = { [name in Passage | `${Passage}_blocks`]?: unknown };

/**
 * Returns the formatting of a passage of an agenda item. The text takes precedence: blocks that differ from it are
 * stale, because a client without formatting changed the text.
 */
export function blocksOf(item: Passages, passage: Passage): FormattedText | undefined {
  const blocks = item[`${passage}_blocks`];
  if (!isWellFormed(blocks) || blocks.length === 0) return undefined;
  const text = item[passage];
  return plainText(blocks).trim() === (typeof text === 'string' ? text.trim() : '') ? blocks : undefined;
}

/** Returns the agenda item without stale formatting. */
export function withoutStaleBlocks<Item extends Passages>(item: Item): Item {
  return without(
    item,
    passages.filter((each) => !blocksOf(item, each)),
  );
}

/** Returns the agenda item for a server that supports plain text only. */
export function withoutBlocks<Item extends Passages>(item: Item): Item {
  return without(item, passages);
}

/** Returns the same object if there is nothing to leave out. */
function without<Item extends Passages>(item: Item, left: readonly Passage[]): Item {
  const names = new Set<string>(left.map((each) => `${each}_blocks`).filter((name) => name in item));
  if (names.size === 0) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name))) as Item;
}
