import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { type FormattedBlock, type FormattedText, isSafeLink, type Piece } from '#contract/protocols/formatted-text.ts';
import { type NestedList, type NestedPoint, nestedBlocks } from '../nested-blocks.ts';
import { bold, bullet, italic, link, number, paragraph, point, schema, table, tableCell, tableRow } from './schema.ts';

/** Returns the document for the blocks. A table at the end is followed by an empty paragraph, to continue in. */
export function documentOf(blocks: readonly FormattedBlock[]): Node {
  const nodes = nodesOf(blocks);
  if (nodes.length === 0 || nodes.at(-1)?.type === table) nodes.push(paragraph.create());
  return schema.topNodeType.create(null, nodes);
}

/** Returns the blocks as nodes, to be inserted into a document. */
export function nodesOf(blocks: readonly FormattedBlock[]): Node[] {
  return nestedBlocks(blocks).map((block) => {
    if (block.kind === 'list') return listOf(block);
    if (block.kind === 'paragraph') return paragraphOf(block.pieces);
    const width = Math.max(...block.rows.map((cells) => cells.length));
    return table.create(
      null,
      block.rows.map((cells) =>
        tableRow.create(
          null,
          Array.from({ length: width }, (_, column) => tableCell.create(null, paragraphOf(cells[column] ?? []))),
        ),
      ),
    );
  });
}

function listOf({ isNumbered, points }: NestedList): Node {
  return (isNumbered ? number : bullet).create(null, points.map(pointOf));
}

function pointOf({ pieces, lists }: NestedPoint): Node {
  return point.create(null, [paragraphOf(pieces), ...lists.map(listOf)]);
}

function paragraphOf(pieces: readonly Piece[]): Node {
  return paragraph.create(
    null,
    pieces.filter(({ text }) => text !== '').map((piece) => schema.text(piece.text, marksOf(piece))),
  );
}

function marksOf(piece: Piece): Mark[] {
  const marks: Mark[] = [];
  if (piece.link !== undefined && isSafeLink(piece.link)) marks.push(link.create({ href: piece.link }));
  if (piece.bold) marks.push(bold.create());
  if (piece.italic) marks.push(italic.create());
  return marks;
}

/** Returns a document, or a part of one, as blocks, without the empty paragraph after a table at its end. */
export function blocksIn(content: Fragment | Node): FormattedText {
  const fragment = content instanceof Fragment ? content : content.content;
  const blocks: FormattedText = [];
  for (const node of fragment.content) readBlock(node, blocks);
  const last = blocks.at(-1);
  if (blocks.at(-2)?.kind === 'table' && last?.kind === 'paragraph' && last.pieces.length === 0) blocks.pop();
  return blocks;
}

function readBlock(node: Node, blocks: FormattedText): void {
  if (node.type === bullet || node.type === number) readList(node, 0, blocks);
  else if (node.type === table) {
    blocks.push({
      kind: 'table',
      rows: node.children.map((row) => row.children.map((cell) => piecesIn(cell.child(0)))),
    });
  } else blocks.push({ kind: 'paragraph', pieces: piecesIn(node) });
}

function readList(list: Node, level: number, blocks: FormattedText): void {
  const kind = list.type === number ? 'number' : 'bullet';
  for (const { children } of list.children) {
    const [line, ...lists] = children;
    blocks.push({ kind, level, pieces: line ? piecesIn(line) : [] });
    for (const each of lists) readList(each, level + 1, blocks);
  }
}

function piecesIn(line: Node): Piece[] {
  return line.children.map((node) => {
    const has = (mark: typeof bold) => mark.isInSet(node.marks);
    return {
      text: node.text ?? '',
      ...(has(bold) && { bold: true }),
      ...(has(italic) && { italic: true }),
      ...(has(link) && { link: String(has(link)?.attrs.href) }),
    };
  });
}

/** Returns the position in a document after this number of letters, not counting line ends. */
export function placeOfLetter(doc: Node, letters: number): number {
  let left = letters;
  let found: number | undefined;
  let end = 1;
  doc.descendants((node, at) => {
    if (found !== undefined) return false;
    if (!node.isTextblock) return true;
    if (left <= node.content.size) found = at + 1 + left;
    left -= node.content.size;
    end = at + 1 + node.content.size;
    return false;
  });
  return found ?? end;
}
