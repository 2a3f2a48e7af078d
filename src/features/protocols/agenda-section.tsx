import Plus from 'lucide-react/icons/plus';
import { use } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/components/button.tsx';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { AgendaItemForm } from './agenda-item-form.tsx';
import { AgendaItemView } from './agenda-item-view.tsx';
import { AgendaMenu } from './agenda-menu.tsx';
import { EditingContext } from './editing.ts';
import type { NameOf } from './people.ts';
import styles from './protocol-sheet.module.css';
import { useClosing } from './use-closing.ts';

interface AgendaSectionProps {
  protocol: Laid<Protocol>;
  nameOf: NameOf;
  onSaid: (words: string) => void;
}

/** The questions in their order, each read or being changed, and «Вопрос повестки» that adds one. */
export function AgendaSection({ protocol, nameOf, onSaid }: AgendaSectionProps) {
  const { part, open, readOnly } = use(EditingContext);
  const { close } = useClosing('[data-edit="new-item"]');
  const agenda = protocol.agenda ?? [];
  const finish = (words?: string) => {
    close();
    onSaid(words ?? '');
  };
  // Somebody removed what is being changed here: it is gone on with as a new one.
  const isOrphan = part?.kind === 'item' && !agenda.some(({ id }) => id === part.id);
  const isAdding = part?.kind === 'new-item' || isOrphan;
  const form = { protocol, nameOf, onDone: finish };
  return (
    <>
      {agenda.length > 0 ? (
        <ol className={styles.agenda} aria-label="Повестка дня">
          {agenda.map((item, index) => (
            <li key={item.id} className={styles.item}>
              {part?.kind === 'item' && part.id === item.id ? (
                <AgendaItemForm {...form} item={item} position={index + 1} />
              ) : (
                <AgendaItemView
                  item={item}
                  position={index + 1}
                  tasks={protocol.tasks ?? []}
                  nameOf={nameOf}
                  menu={
                    readOnly || part ? null : (
                      <AgendaMenu protocol={protocol} item={item} index={index} onSaid={onSaid} />
                    )
                  }
                />
              )}
            </li>
          ))}
        </ol>
      ) : null}
      {agenda.length === 0 && !isAdding ? (
        <p className={styles.empty}>Повестка пока пуста: вопросов и решений в протоколе ещё нет.</p>
      ) : null}
      {isAdding ? (
        <div className={styles.newItem}>
          <AgendaItemForm {...form} item={undefined} position={agenda.length + 1} />
        </div>
      ) : null}
      {readOnly || part ? null : (
        <div className={styles.add}>
          <Button data-edit="new-item" variant="quiet" icon={Plus} onClick={() => open({ kind: 'new-item' })}>
            Вопрос повестки
          </Button>
        </div>
      )}
    </>
  );
}
