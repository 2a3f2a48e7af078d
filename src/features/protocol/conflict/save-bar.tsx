import { useRef } from 'react';
import { errorWords } from '#src/sync/index.ts';
import { Button, focusWhenLost, layout } from '#src/ui/index.ts';
import styles from '../editing/forms.module.css';
import type { NameOf } from '../editing/people.ts';
import type { ProtocolSave } from '../editing/use-protocol-save.ts';
import { ConflictChoice } from './conflict-choice.tsx';

interface SaveBarProps {
  saving: ProtocolSave;
  nameOf: NameOf;
  /** Leaves the form, and what is typed in it. */
  onCancel: () => void;
}

/** «Сохранить» and «Отмена» of a form, with the failure beside them; a conflict is shown in their place. */
export function SaveBar({ saving, nameOf, onCancel }: SaveBarProps) {
  const { busy, error, conflict } = saving;
  const submit = useRef<HTMLButtonElement>(null);
  const failure = error ? errorWords(error) : undefined;
  return (
    <>
      {conflict ? (
        <ConflictChoice
          conflict={conflict}
          nameOf={nameOf}
          busy={busy}
          onSave={saving.resolve}
          onTheirs={onCancel}
          onCancel={() => {
            saving.reconsider();
            focusWhenLost(() => submit.current);
          }}
        />
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          <strong>Не сохранено. {failure.title}.</strong> {failure.words}
        </p>
      ) : null}
      {conflict ? null : (
        <div className={layout.centredRow(3)}>
          <Button ref={submit} type="submit" busy={busy}>
            {busy ? 'Загрузка...' : 'Сохранить'}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            Отмена
          </Button>
        </div>
      )}
    </>
  );
}
