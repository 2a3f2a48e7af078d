import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, Plugin } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { maxOfFormatted } from '#contract/formatted-text.ts';
import { paragraph, point, table } from './schema.ts';

/** Returns the plugins for undo, for the keys of lists and tables, and for a line below a table at the end. */
export function plugins(): Plugin[] {
  return [history(), keymap(keys), keymap(baseKeymap), tableEditing(), lineBelowTable()];
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

/** Moves a point one level deeper; at the deepest level the key does nothing. */
function sink(...[state, dispatch]: Parameters<Command>): boolean {
  const { $from } = state.selection;
  let level = -1;
  for (let depth = 1; depth <= $from.depth; depth += 1) if ($from.node(depth).type === point) level += 1;
  if (level < 0) return false;
  return level >= maxOfFormatted.level || sinkListItem(point)(state, dispatch);
}

function lineBelowTable(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      const isNeeded = transactions.some((each) => each.docChanged) && doc.lastChild?.type === table;
      return isNeeded ? tr.insert(doc.content.size, paragraph.create()) : null;
    },
  });
}
