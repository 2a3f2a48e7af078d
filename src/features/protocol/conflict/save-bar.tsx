import { useRef } from 'react';
import { Button, focusWhenLost, layout } from '#src/ui/index.ts';
import type { NameOf } from '../editing/people.ts';
import { SaveFailure } from '../editing/save-failure.tsx';
import type { ProtocolSave } from '../editing/use-protocol-save.ts';
import { ConflictChoice } from './conflict-choice.tsx';

interface SaveBarProps {
  saving: ProtocolSave;
  nameOf: NameOf;
  /** Closes the form and discards what is typed in it. */
  onCancel: () => void;
}

/** «Сохранить» and «Отмена» of a form, with the failure beside them; a conflict is shown in their place. */
export function SaveBar({ saving, nameOf, onCancel }: SaveBarProps) {
  const { busy, error, conflict } = saving;
  const submit = useRef<HTMLButtonElement>(null);
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
      <SaveFailure error={error} />
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
