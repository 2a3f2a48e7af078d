import { toggleMark } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  selectedRect,
} from 'prosemirror-tables';
import { mostOfFormatted } from '#contract/formatted-text.ts';
import type { ActiveFormats, Format } from '../formats.ts';
import { bold, bullet, italic, link, number, paragraph, point, schema, table, tableCell, tableRow } from './schema.ts';

/** What is bold in part becomes bold as a whole. */
const whole = { removeWhenPresent: false } as const;

/** What each format does; a command that can do nothing where the caret stands returns false. */
export const commands: Record<Format, Command> = {
  bold: toggleMark(bold, null, whole),
  italic: toggleMark(italic, null, whole),
  bullet: toggleList(bullet),
  number: toggleList(number),
  table: insertTable,
  'add-row': unlessFull('height', mostOfFormatted.rows, addRowAfter),
  'add-column': unlessFull('width', mostOfFormatted.columns, addColumnAfter),
  'delete-row': deleteRow,
  'delete-column': deleteColumn,
  'delete-table': deleteTable,
};

const marks = { bold, italic, link } as const;

/** The formatting of what is selected, or of what is typed next. */
export function activeFormats(state: EditorState): ActiveFormats {
  const active = new Set<'bold' | 'italic' | 'bullet' | 'number' | 'table' | 'link'>();
  for (const name of ['bold', 'italic', 'link'] as const) if (hasMark(state, marks[name])) active.add(name);
  const list = listAround(state);
  if (list) active.add(list.node.type === number ? 'number' : 'bullet');
  if (isInTable(state)) active.add('table');
  return active;
}

function hasMark(state: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  if (empty) return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, mark);
}

/** The innermost list that the selection begins in. */
function listAround({ selection: { $from } }: EditorState): { node: Node; at: number } | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type === bullet || node.type === number) return { node, at: $from.before(depth) };
  }
  return undefined;
}

/** Makes points of the lines that are selected; of points of the other kind points of this one, of its own lines again. */
function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const list = listAround(state);
    if (!list) return makeList(type)(state, dispatch);
    if (list.node.type === type) return liftPoints(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.at, type));
    return true;
  };
}

/** A list of the lines that are selected, where all are lines; the library's own wants points of several lines. */
function makeList(type: NodeType): Command {
  return ({ selection: { $from, $to, anchor, head }, tr }, dispatch) => {
    const range = $from.blockRange($to);
    if (!range || range.depth > 0) return false;
    const lines = range.parent.children.slice(range.startIndex, range.endIndex);
    if (lines.some((line) => line.type !== paragraph)) return false;
    tr.replaceWith(
      range.start,
      range.end,
      type.create(
        null,
        lines.map((line) => point.create(null, line)),
      ),
    );
    // One step into the list and one into the point; two more for each point before.
    const moved = (at: number) => at + 2 + 2 * (tr.before.resolve(at).index(0) - range.startIndex);
    tr.setSelection(TextSelection.create(tr.doc, moved(anchor), moved(head)));
    dispatch?.(tr);
    return true;
  };
}

/** Takes the selected points one level up, the last one first: the library's own merges them on the way. */
function liftPoints(state: EditorState, dispatch: Parameters<Command>[1]): boolean {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, ({ firstChild }) => firstChild?.type === point);
  if (!range) return false;
  const { tr } = state;
  let now = state;
  let end = range.end;
  for (const each of range.parent.children.slice(range.startIndex, range.endIndex).reverse()) {
    end -= each.nodeSize;
    const inside = now.apply(now.tr.setSelection(TextSelection.create(now.doc, end + 2)));
    liftListItem(point)(inside, ({ steps }) => {
      for (const step of steps) tr.step(step);
    });
    now = EditorState.create({ doc: tr.doc });
  }
  dispatch?.(tr);
  return tr.docChanged;
}

const size = { rows: 3, columns: 3 } as const;

/** A table below the line of the caret, in its place where it is empty; the caret goes into the first cell. */
function insertTable(state: EditorState, dispatch: Parameters<Command>[1]): boolean {
  const { $from } = state.selection;
  if ($from.depth !== 1) return false;
  const row = () =>
    tableRow.create(
      null,
      Array.from({ length: size.columns }, () => tableCell.create(null, paragraph.create())),
    );
  const made = table.create(null, Array.from({ length: size.rows }, row));
  if (!dispatch) return true;
  const isEmpty = $from.parent.content.size === 0;
  const from = isEmpty ? $from.before() : $from.after();
  const { tr } = state;
  tr.replaceWith(from, $from.after(), made);
  // Into table, row, cell and paragraph.
  tr.setSelection(TextSelection.create(tr.doc, from + 4));
  dispatch(tr.scrollIntoView());
  return true;
}

function unlessFull(side: 'width' | 'height', most: number, add: Command): Command {
  return (state, dispatch) => isInTable(state) && selectedRect(state).map[side] < most && add(state, dispatch);
}

/** Where the link that the caret stands in leads to. */
export function linkAt(state: EditorState): string | undefined {
  const range = linkRange(state);
  const href = range?.href;
  return typeof href === 'string' ? href : undefined;
}

/** Makes what is selected, or the link that the caret stands in, lead to an address; without one it leads nowhere. */
export function setLink(href: string | undefined): Command {
  return (state, dispatch) => {
    const { empty, from, to } = state.selection;
    const range = linkRange(state) ?? { from, to };
    const { tr } = state;
    if (href === undefined) tr.removeMark(range.from, range.to, link);
    else if (empty && range.from === range.to)
      tr.replaceSelectionWith(schema.text(href.replace(/^mailto:/, ''), [link.create({ href })]), false);
    else tr.addMark(range.from, range.to, link.create({ href }));
    dispatch?.(tr);
    return true;
  };
}

/** The link that is selected in whole or in part, or that the caret stands in. */
function linkRange({ doc, selection: { from, to, empty, $from } }: EditorState) {
  let found: { from: number; to: number; href: unknown } | undefined;
  const [begin, end] = empty ? [$from.start(), $from.end()] : [from, to];
  doc.nodesBetween(begin, end, (node, at) => {
    const mark = link.isInSet(node.marks);
    if (!mark || (empty && (at > from || at + node.nodeSize < from))) return;
    // Parts of a link in different looks are nodes of their own.
    const isSame = found?.href === mark.attrs.href && found?.to === at;
    found = { from: isSame && found ? found.from : at, to: at + node.nodeSize, href: mark.attrs.href };
  });
  return found;
}
