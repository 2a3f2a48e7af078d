import type { ReactNode } from 'react';
import { errorWords } from '#src/sync/index.ts';
import { ConfirmDialog } from '#src/ui/index.ts';
import styles from './deletion-question.module.css';
import type { AskedDeletion, Deletion } from './use-deletion.ts';

interface DeletionQuestionProps<T> {
  deletion: Deletion<T>;
  /** «Удалить протокол?» */
  title: string;
  /** «Протокол не удалён» */
  failed: string;
  /** The thing in the accusative. */
  it: 'её' | 'его';
  /** What goes, and what goes with it. */
  children: (thing: T) => ReactNode;
}

/** The question before a deletion that much hangs on; nothing where none is asked. A failure is told where it was asked. */
export function DeletionQuestion<T>({ deletion, ...rest }: DeletionQuestionProps<T>) {
  const { asked } = deletion;
  return asked ? <Question deletion={deletion} asked={asked} {...rest} /> : null;
}

function Question<T>({
  deletion: { isBusy, error, confirm, cancel },
  asked: { thing, isFinal },
  title,
  failed,
  it,
  children,
}: DeletionQuestionProps<T> & { asked: AskedDeletion<T> }) {
  return (
    <ConfirmDialog title={title} confirm="Удалить" danger busy={isBusy} onConfirm={confirm} onCancel={cancel}>
      {children(thing)}
      <p className={styles.way}>
        {isFinal
          ? `На устройстве нет места, поэтому вернуть ${it} будет нельзя.`
          : 'Сразу после этого удаление ещё можно будет отменить.'}
      </p>
      {error ? (
        <p className={styles.failure} role="alert">
          {failed}. {errorWords(error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
