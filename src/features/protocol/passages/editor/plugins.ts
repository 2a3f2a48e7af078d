import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type Node, NodeRange } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, Plugin } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { maxOfFormatted } from '#contract/protocols/formatted-text.ts';
import { paragraph, point, table } from './schema.ts';

/** Returns the plugins for undo, for the keys of lists and tables, for the limit of levels, and for a line below a table at the end. */
export function plugins(): Plugin[] {
  return [history(), keymap(keys), keymap(baseKeymap), tableEditing(), levelLimit(), lineBelowTable()];
}

const keys: Record<string, Command> = {
  // The browser's own undo does not know the document.
  'Mod-z': handled(undo),
  'Mod-y': handled(redo),
  'Mod-Shift-z': handled(redo),
  Enter: splitListItem(point),
  'Shift-Enter': chainCommands(splitListItem(point), baseKeymap.Enter ?? (() => false)),
  Backspace: liftAtStart,
  Tab: chainCommands(goToNextCell(1), sink),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(point)),
};

function handled(command: Command): Command {
  return (state, dispatch) => {
    command(state, dispatch);
    return true;
  };
}

/** At the beginning of a point, makes it a line again. */
function liftAtStart(...[state, dispatch]: Parameters<Command>): boolean {
  const { empty, $from } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.node(-1)?.type !== point || $from.index(-1) > 0) return false;
  return liftListItem(point)(state, dispatch);
}

/** Moves a point one level deeper; where it or a point below it would become too deep, the key does nothing. */
function sink(...[state, dispatch]: Parameters<Command>): boolean {
  const canMove = sinkListItem(point)(state, (transaction) => {
    if (tooDeep(transaction.doc) === undefined) dispatch?.(transaction);
  });
  return canMove || state.selection.$from.depth > deepest;
}

/** Depth of a deepest point in the document: a list and a point for each level. */
const deepest = 2 * (maxOfFormatted.level + 1);

/** Returns the position of the last list inside a deepest point; undefined where there is none. */
function tooDeep(doc: Node): number | undefined {
  let found: number | undefined;
  doc.descendants((node, at, parent) => {
    const isTooDeep = parent?.type === point && !node.isTextblock && doc.resolve(at).depth === deepest;
    if (isTooDeep) found = at;
    return !isTooDeep && !node.isTextblock;
  });
  return found;
}

/** Lifts points that were pasted or dragged to a level that is too deep: the text would be saved without formatting. */
function levelLimit(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _, { tr }) {
      if (!transactions.some((each) => each.docChanged)) return null;
      for (let at = tooDeep(tr.doc); at !== undefined; at = tooDeep(tr.doc)) {
        const list = tr.doc.nodeAt(at) as Node;
        const [from, to] = [tr.doc.resolve(at + 1), tr.doc.resolve(at + list.nodeSize - 1)];
        // Out of the list and out of the point around it.
        tr.lift(new NodeRange(from, to, from.depth), from.depth - 2);
      }
      return tr.docChanged ? tr : null;
    },
  });
}

function lineBelowTable(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      const isNeeded = transactions.some((each) => each.docChanged) && doc.lastChild?.type === table;
      return isNeeded ? tr.insert(doc.content.size, paragraph.create()) : null;
    },
  });
}
