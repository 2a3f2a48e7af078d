import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { IconButton, MenuButton } from '#src/ui/index.ts';
import styles from '../editing/sheet.module.css';

/** What can be done with a question of the agenda, by its id. */
export interface AgendaActions {
  edit: (id: string) => void;
  /** To a place, counted from 0. */
  move: (id: string, place: number) => void;
  /** Asks for the place. */
  askPlace: (id: string) => void;
  remove: (id: string) => void;
}

interface AgendaMenuProps {
  id: string;
  index: number;
  total: number;
  isOpen: boolean;
  ways: AgendaActions;
}

/** What can be done with a question: dragged, changed, moved, removed. */
export function AgendaMenu({ id, index, total, isOpen, ways }: AgendaMenuProps) {
  const edit = { id: 'edit', title: 'Изменить', icon: Pencil, onAction: () => ways.edit(id) };
  const up = { id: 'up', title: 'Выше', icon: ArrowUp, onAction: () => ways.move(id, index - 1) };
  const down = { id: 'down', title: 'Ниже', icon: ArrowDown, onAction: () => ways.move(id, index + 1) };
  const to = { id: 'to', title: 'Переместить…', icon: ArrowUpDown, onAction: () => ways.askPlace(id) };
  return (
    <div className={styles.ways}>
      {total > 1 ? (
        <IconButton
          data-handle=""
          icon={GripVertical}
          label={`Переместить: вопрос ${index + 1}`}
          size="small"
          className={styles.handle}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => ways.askPlace(id)}
        />
      ) : null}
      <MenuButton
        icon={Ellipsis}
        label={`Действия: вопрос ${index + 1}`}
        actions={[
          ...(isOpen ? [] : [edit]),
          ...(index > 0 ? [up] : []),
          ...(index < total - 1 ? [down] : []),
          ...(total > 2 ? [to] : []),
          {
            id: 'delete',
            title: 'Удалить вопрос',
            icon: Trash2,
            danger: true,
            onAction: () => ways.remove(id),
          },
        ]}
      />
    </div>
  );
}
