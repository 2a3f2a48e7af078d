import Bold from 'lucide-react/icons/bold';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import TableIcon from 'lucide-react/icons/table';
import { IconButton, MenuButton } from '#src/ui/index.ts';
import type { Format, PassageInWriting } from './formats.ts';
import styles from './formatting-bar.module.css';

const buttons = [
  { format: 'bold', title: 'Полужирный', icon: Bold, keys: 'Control+B' },
  { format: 'italic', title: 'Курсив', icon: Italic, keys: 'Control+I' },
  { format: 'bullet', title: 'Список', icon: List, keys: 'Control+Shift+8' },
  { format: 'number', title: 'Нумерованный список', icon: ListOrdered, keys: 'Control+Shift+7' },
] as const;

const inTable = [
  { id: 'add-row', title: 'Добавить строку' },
  { id: 'add-column', title: 'Добавить столбец' },
  { id: 'delete-row', title: 'Удалить строку' },
  { id: 'delete-column', title: 'Удалить столбец' },
  { id: 'delete-table', title: 'Удалить таблицу', danger: true },
] as const satisfies readonly { id: Format; title: string; danger?: boolean }[];

/** Buttons that format the passage being edited. */
export function FormattingBar({ passage: { active, apply, askLink } }: { passage: PassageInWriting }) {
  return (
    <span className={styles.formats}>
      {buttons.map(({ format, title, icon, keys }) => (
        <IconButton
          key={format}
          size="small"
          icon={icon}
          label={title}
          aria-pressed={active.has(format)}
          aria-keyshortcuts={keys}
          // Keeps the caret where it is.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => apply(format)}
        />
      ))}
      <IconButton
        size="small"
        icon={Link}
        label="Ссылка"
        aria-pressed={active.has('link')}
        aria-keyshortcuts="Control+K"
        onPointerDown={(event) => event.preventDefault()}
        onClick={askLink}
      />
      {active.has('table') ? (
        <MenuButton
          icon={TableIcon}
          label="Таблица"
          actions={inTable.map((each) => ({ ...each, onAction: () => apply(each.id) }))}
        />
      ) : (
        <IconButton
          size="small"
          icon={TableIcon}
          label="Вставить таблицу"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => apply('table')}
        />
      )}
    </span>
  );
}
