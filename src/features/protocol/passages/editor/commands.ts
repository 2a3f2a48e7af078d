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
import { maxOfFormatted } from '#contract/protocols/formatted-text.ts';
import type { ActiveFormats, Format } from '../formats.ts';
import { bold, bullet, italic, link, number, paragraph, point, schema, table, tableCell, tableRow } from './schema.ts';

/** A selection that is only partly bold becomes bold as a whole. */
const whole = { removeWhenPresent: false } as const;

/** Command of each format; one that cannot do anything at the caret returns false. */
export const commands: Record<Format, Command> = {
  bold: toggleMark(bold, null, whole),
  italic: toggleMark(italic, null, whole),
  bullet: toggleList(bullet),
  number: toggleList(number),
  table: insertTable,
  'add-row': unlessFull('height', maxOfFormatted.rows, addRowAfter),
  'add-column': unlessFull('width', maxOfFormatted.columns, addColumnAfter),
  'delete-row': deleteRow,
  'delete-column': deleteColumn,
  'delete-table': deleteTable,
};

const marks = { bold, italic, link } as const;

/** Returns the formatting of the selection, or of the text typed next. */
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

/** Returns the innermost list at the beginning of the selection. */
function listAround({ selection: { $from } }: EditorState): { node: Node; at: number } | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type === bullet || node.type === number) return { node, at: $from.before(depth) };
  }
  return undefined;
}

/**
 * Toggles a list: selected lines become points, points of the other kind change to this one, points of this kind become
 * lines.
 */
function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const list = listAround(state);
    if (!list) return makeList(type)(state, dispatch);
    if (list.node.type === type) return liftPoints(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.at, type));
    return true;
  };
}

/** Makes a list of the selected lines, if all are lines; the library's own command makes points of several lines. */
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
    // One step into the list and one into the point; two more for each point before it.
    const moved = (at: number) => at + 2 + 2 * (tr.before.resolve(at).index(0) - range.startIndex);
    tr.setSelection(TextSelection.create(tr.doc, moved(anchor), moved(head)));
    dispatch?.(tr);
    return true;
  };
}

/** Lifts the selected points one level, the last one first: the library's own command would merge them. */
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

/** Inserts a table below the line of the caret, or in its place if it is empty; the caret goes into the first cell. */
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
  // Four steps: into the table, row, cell and paragraph.
  tr.setSelection(TextSelection.create(tr.doc, from + 4));
  dispatch(tr.scrollIntoView());
  return true;
}

function unlessFull(side: 'width' | 'height', most: number, add: Command): Command {
  return (state, dispatch) => isInTable(state) && selectedRect(state).map[side] < most && add(state, dispatch);
}

/** Returns the address of the link at the caret; undefined where there is none. */
export function linkAt(state: EditorState): string | undefined {
  const range = linkRange(state);
  const href = range?.href;
  return typeof href === 'string' ? href : undefined;
}

/** Sets the address of the selection, or of the link at the caret; without an address the link is removed. */
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

/** Returns the range of the link that is selected in whole or in part, or that contains the caret. */
function linkRange({ doc, selection: { from, to, empty, $from } }: EditorState) {
  let found: { from: number; to: number; href: unknown } | undefined;
  const [begin, end] = empty ? [$from.start(), $from.end()] : [from, to];
  doc.nodesBetween(begin, end, (node, at) => {
    const mark = link.isInSet(node.marks);
    if (!mark || (empty && (at > from || at + node.nodeSize < from))) return;
    // Parts of a link with different formatting are separate nodes.
    const isSame = found?.href === mark.attrs.href && found?.to === at;
    found = { from: isSame && found ? found.from : at, to: at + node.nodeSize, href: mark.attrs.href };
  });
  return found;
}
