import * as z from 'zod/mini';
import { whenUsed } from './common.ts';

/** A formatted text holds at most so much; what is larger is kept as plain text. */
export const mostOfFormatted = { blocks: 2_000, pieces: 20_000, rows: 50, columns: 12, level: 2 } as const;

/** What a link may lead to: a page or a mail address, never a script, and nothing that a person cannot see. */
export const isSafeLink = (address: string) =>
  address.length <= 2_000 && /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)[^\s\p{C}]*$/iu.test(address);

const flag = z.optional(z.boolean());
const piece = z.object({
  text: z.string().check(z.minLength(1), z.regex(/^[^\n\r]*$/)),
  bold: flag,
  italic: flag,
  link: z.optional(z.string().check(z.refine(isSafeLink))),
});
/** A piece of a line in one look. */
export type Piece = z.infer<typeof piece>;

const pieces = z.array(piece).check(z.maxLength(mostOfFormatted.pieces));
const level = z.int().check(z.gte(0), z.lte(mostOfFormatted.level));
const row = z.array(pieces).check(z.minLength(1), z.maxLength(mostOfFormatted.columns));
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), pieces }),
  z.object({ kind: z.literal('bullet'), level, pieces }),
  z.object({ kind: z.literal('number'), level, pieces }),
  z.object({ kind: z.literal('table'), rows: z.array(row).check(z.minLength(1), z.maxLength(mostOfFormatted.rows)) }),
]);
/** A paragraph, a point of a list, or a table. Lists are flat: `level` says how deep a point stands. */
export type FormattedBlock = z.infer<typeof block>;
export type FormattedTable = Extract<FormattedBlock, { kind: 'table' }>;

/** Text with light formatting, block by block. There is no HTML in it, and nothing but what is named here. */
export const formattedText = whenUsed(() => z.array(block).check(z.maxLength(mostOfFormatted.blocks)));
export type FormattedText = FormattedBlock[];

/** What stands before each block: «–» or «2.» before a point of a list, nothing before the others. */
export function listMarks(blocks: readonly FormattedBlock[]): string[] {
  /** The kind and the count of the list that is open at each level. */
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

/** What a formatted text says to whoever knows text alone: a line for each block or row, with tabs between cells. */
export function plainText(blocks: readonly FormattedBlock[]): string {
  const marks = listMarks(blocks);
  return blocks.map((each, index) => lineOf(each, marks[index])).join('\n');
}

const wordsOf = (line: readonly Piece[]) => line.map(({ text }) => text).join('');

function lineOf(each: FormattedBlock, mark: string | undefined): string {
  if (each.kind === 'table') return each.rows.map((cells) => cells.map(wordsOf).join('\t')).join('\n');
  if (each.kind === 'paragraph') return wordsOf(each.pieces);
  return `${'  '.repeat(each.level)}${mark} ${wordsOf(each.pieces)}`;
}

/** Plain text as the blocks that say the same: a paragraph for each line. */
export function paragraphsOf(text: string): FormattedText {
  const lines = text.split(/\r\n|[\n\r]/);
  return lines.map((line) => ({ kind: 'paragraph', pieces: line === '' ? [] : [{ text: line }] }));
}

/** Whether the plain text says all that there is. */
export function isUnformatted(blocks: readonly FormattedBlock[]): boolean {
  const isBare = ({ bold, italic, link }: Piece) => !bold && !italic && link === undefined;
  return blocks.every((each) => each.kind === 'paragraph' && each.pieces.every(isBare));
}

const judged = new WeakMap<object, boolean>();

/** Whether it may be kept with its formatting: it is of the subset, and not too large. Each array is judged once. */
export function isWellFormed(value: unknown): value is FormattedText {
  if (!Array.isArray(value)) return false;
  const known = judged.get(value) ?? z.safeParse(formattedText, value).success;
  judged.set(value, known);
  return known;
}

/** The texts of a question that may be formatted. */
export const passages = ['listened', 'discussion'] as const;
export type Passage = (typeof passages)[number];

type Passages = { [name in Passage | `${Passage}_blocks`]?: unknown };

/**
 * The formatting of a passage of a question. The text is what counts: blocks that say anything else are those of an
 * earlier text, which somebody changed who knows text alone.
 */
export function blocksOf(item: Passages, passage: Passage): FormattedText | undefined {
  const blocks = item[`${passage}_blocks`];
  if (!isWellFormed(blocks) || blocks.length === 0) return undefined;
  const text = item[passage];
  return plainText(blocks).trim() === (typeof text === 'string' ? text.trim() : '') ? blocks : undefined;
}

/** The question without formatting that does not count. */
export function withoutStaleBlocks<Item extends Passages>(item: Item): Item {
  return without(
    item,
    passages.filter((each) => !blocksOf(item, each)),
  );
}

/** The question for a server that knows text alone. */
export function withoutBlocks<Item extends Passages>(item: Item): Item {
  return without(item, passages);
}

/** The very item where there is nothing to leave out. */
function without<Item extends Passages>(item: Item, left: readonly Passage[]): Item {
  const names = new Set<string>(left.map((each) => `${each}_blocks`).filter((name) => name in item));
  if (names.size === 0) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name))) as Item;
}
