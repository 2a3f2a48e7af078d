import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { use, useRef, useState } from 'react';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { MenuButton } from '#src/components/menu-button.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { focusWhenLost } from '#src/lib/focus-when-lost.ts';
import { editBase } from '#src/lib/writes/edit-base.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { EditingContext } from './editing.ts';
import styles from './forms.module.css';
import { keptWords } from './kept-words.ts';
import { useProtocolSave } from './use-protocol-save.ts';

interface AgendaMenuProps {
  protocol: Laid<Protocol>;
  item: AgendaItem;
  index: number;
  onSaid: (words: string) => void;
}

/** What can be done with a question: changed, moved, removed. */
export function AgendaMenu({ protocol, item, index, onSaid }: AgendaMenuProps) {
  const { open } = use(EditingContext);
  const [asking, setAsking] = useState(false);
  const done = useRef('');
  const agenda = protocol.agenda ?? [];
  const saving = useProtocolSave(editBase(protocol), {
    laid: protocol.unsent,
    onSaved(isKept) {
      setAsking(false);
      onSaid(isKept ? `${done.current}. ${keptWords}` : done.current);
      focusWhenLost(() => document.querySelector('h1'));
    },
  });
  const words = saving.conflict
    ? 'Протокол изменили в другом месте. Посмотрите новую версию и повторите.'
    : saving.error && errorWords(saving.error).words;

  const move = (to: number) => {
    done.current = `Вопрос теперь ${to + 1}-й`;
    const rest = agenda.filter(({ id }) => id !== item.id);
    saving.save({ agenda: rest.toSpliced(to, 0, item) });
  };
  const remove = () => {
    done.current = 'Вопрос удалён';
    saving.save({ agenda: agenda.filter(({ id }) => id !== item.id) });
  };
  const up = { id: 'up', title: 'Выше', icon: ArrowUp, onAction: () => move(index - 1) };
  const down = { id: 'down', title: 'Ниже', icon: ArrowDown, onAction: () => move(index + 1) };
  return (
    <>
      <MenuButton
        icon={Ellipsis}
        label={`Действия: вопрос ${index + 1}`}
        actions={[
          { id: 'edit', title: 'Изменить', icon: Pencil, onAction: () => open({ kind: 'item', id: item.id }) },
          ...(index > 0 ? [up] : []),
          ...(index < agenda.length - 1 ? [down] : []),
          { id: 'delete', title: 'Удалить вопрос', icon: Trash2, danger: true, onAction: () => setAsking(true) },
        ]}
      />
      {words && !asking ? (
        <p className={styles.failure} role="alert">
          Не сохранено. {words}
        </p>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title="Удалить вопрос повестки?"
          confirm="Удалить"
          danger
          busy={saving.busy}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          <p>«{item.title || 'Вопрос без названия'}» исчезнет вместе с записанным по нему. Поручения останутся.</p>
          {words ? (
            <p className={styles.failure} role="alert">
              Вопрос не удалён. {words}
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
