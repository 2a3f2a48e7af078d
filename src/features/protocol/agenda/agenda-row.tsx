import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { countWords } from '#contract/protocols/votes.ts';
import type { Task } from '#contract/tasks/task.ts';
import { classNames, IconButton, MenuButton, rowAction } from '#src/ui/index.ts';
import { ItemAttachments } from '../attachments/item-attachments.tsx';
import type { NameOf } from '../editing/people.ts';
import styles from '../editing/sheet.module.css';
import { AgendaItemView } from './agenda-item-view.tsx';

interface AgendaRowProps {
  item: AgendaItem;
  index: number;
  total: number;
  tasks: readonly Task[];
  nameOf: NameOf;
  /** Undefined in read-only mode. */
  actions: AgendaActions | undefined;
}

/** A question that is not being edited. Memoised: an agenda may have hundreds while somebody types in one. */
export const AgendaRow = memo(function AgendaRow({ item, index, total, tasks, nameOf, actions }: AgendaRowProps) {
  return (
    <li
      data-item={item.id}
      className={styles.item}
      style={{ containIntrinsicBlockSize: `auto ${expectedHeight(item)}px` }}
    >
      <AgendaItemView
        item={item}
        position={index + 1}
        tasks={tasks}
        nameOf={nameOf}
        menu={actions ? <AgendaMenu id={item.id} index={index} total={total} isOpen={false} actions={actions} /> : null}
      />
      <ItemAttachments itemId={item.id} position={index + 1} />
    </li>
  );
});

/** Letters per line of the sheet. */
const perLine = 80;
/** Heights in pixels: of a line, the title with one line, a heading, a decision with one line, and the gaps between them. */
const [lineHeight, titleHeight, headingHeight, decisionHeight, gap, decisionGap] = [22, 32, 22, 40, 8, 4];

/**
 * Returns the height of an item before its first layout, in pixels, estimated from the length of its texts. Where it is
 * right, the questions behind keep their places as this one comes in sight, and the rest of the page is not laid out anew.
 */
function expectedHeight({ title, listened, discussion, decisions, decision, votes }: AgendaItem): number {
  const passages = [listened, discussion].filter((text) => text?.trim());
  const points = decisions?.map(({ text }) => text) ?? (decision ? [decision] : []);
  const part = (content: number) => gap + headingHeight + gap + content;
  const decided = points.map((text) => decisionHeight + (estimateLines(text) - 1) * lineHeight + decisionGap);
  return (
    titleHeight +
    (estimateLines(title) - 1) * lineHeight +
    sum(passages.map((text) => part(estimateLines(text) * lineHeight))) +
    (points.length > 0 ? part(sum(decided) - decisionGap) : 0) +
    (countWords(votes) ? part(lineHeight) : 0)
  );
}

const estimateLines = (text: string | null | undefined) =>
  sum(
    (text ?? '')
      .trim()
      .split('\n')
      .map((line) => Math.max(1, Math.ceil(line.length / perLine))),
  );

const sum = (heights: readonly number[]) => heights.reduce((one, other) => one + other, 0);

/** Actions on an agenda item, each called with its id. */
export interface AgendaActions {
  edit: (id: string) => void;
  /** Moves the item to a place, counted from 0. */
  move: (id: string, place: number) => void;
  /** Moves the item by one place, up (-1) or down (1). */
  moveBy: (id: string, by: 1 | -1) => void;
  /** Opens the dialog that asks for the new place. */
  askPlace: (id: string) => void;
  remove: (id: string) => void;
  /** Opens the file chooser; undefined where the server does not support attachments. */
  attach: ((id: string, position: number) => void) | undefined;
}

interface AgendaMenuProps {
  id: string;
  index: number;
  total: number;
  isOpen: boolean;
  actions: AgendaActions;
}

/** The handle and the menu of a question: drag, edit, move, delete. */
export function AgendaMenu({ id, index, total, isOpen, actions }: AgendaMenuProps) {
  const { attach } = actions;
  const edit = { id: 'edit', title: 'Изменить', icon: Pencil, onAction: () => actions.edit(id) };
  const up = { id: 'up', title: 'Выше', icon: ArrowUp, onAction: () => actions.moveBy(id, -1) };
  const down = { id: 'down', title: 'Ниже', icon: ArrowDown, onAction: () => actions.moveBy(id, 1) };
  const to = { id: 'to', title: 'Переместить…', icon: ArrowUpDown, onAction: () => actions.askPlace(id) };
  return (
    <div className={styles.ways}>
      {total > 1 ? (
        <IconButton
          data-handle=""
          icon={GripVertical}
          label={`Переместить: вопрос ${index + 1}`}
          size="small"
          className={classNames(styles.handle, rowAction)}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => actions.askPlace(id)}
        />
      ) : null}
      <MenuButton
        icon={Ellipsis}
        className={rowAction}
        label={`Действия: вопрос ${index + 1}`}
        actions={[
          ...(isOpen ? [] : [edit]),
          ...(index > 0 ? [up] : []),
          ...(index < total - 1 ? [down] : []),
          ...(total > 2 ? [to] : []),
          ...(attach
            ? [{ id: 'attach', title: 'Приложить файлы', icon: Paperclip, onAction: () => attach(id, index + 1) }]
            : []),
          {
            id: 'delete',
            title: 'Удалить вопрос',
            icon: Trash2,
            danger: true,
            onAction: () => actions.remove(id),
          },
        ]}
      />
    </div>
  );
}
