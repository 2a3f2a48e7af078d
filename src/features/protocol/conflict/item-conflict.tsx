import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { updateProtocol } from '#src/data/protocol/index.ts';
import { type OutboxRow, variablesOf } from '#src/sync/index.ts';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import { type AgendaForm, agendaForm, withItem } from '../editing/agenda-form.ts';
import type { NameOf } from '../editing/people.ts';
import { conflictOf, resolved } from '../editing/use-protocol-save.ts';
import { QueuedConflict, queuedConflict } from './queued-conflict.tsx';

interface ItemConflictProps {
  row: OutboxRow;
  itemId: string;
  nameOf: NameOf;
  /** The agenda as it was chosen, over this state of the server. */
  onChosen: (agenda: AgendaItem[], theirs: Protocol) => void;
}

/** The open question met what somebody else wrote in it: the person chooses part by part, beside what they typed. */
export function ItemConflict({ row, itemId, nameOf, onChosen }: ItemConflictProps) {
  const [isPutOff, setPutOff] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  // Somebody may write on meanwhile: they choose from what is there by now, not only from what met the other version.
  const typed = useWatch<AgendaForm>();
  const kept = queuedConflict(row);
  if (!kept) return null;
  if (isPutOff) {
    return (
      <div>
        <Button ref={back} onClick={() => setPutOff(false)}>
          Выбрать, что оставить
        </Button>
      </div>
    );
  }
  const { theirs } = kept;
  const edit = variablesOf(updateProtocol, row) ?? kept.edit;
  const parsed = agendaForm.safeParse(typed);
  const agenda = parsed.success ? withItem(edit.change.agenda ?? [], itemId, parsed.data) : edit.change.agenda;
  const conflict = conflictOf({ ...edit, change: { ...edit.change, agenda } }, theirs);
  return (
    <QueuedConflict
      row={row}
      conflict={conflict}
      nameOf={nameOf}
      onResolved={(choice) => onChosen(resolved(conflict, choice)?.change.agenda ?? theirs.agenda ?? [], theirs)}
      onDropped={() => onChosen(theirs.agenda ?? [], theirs)}
      onCancel={() => {
        setPutOff(true);
        focusWhenLost(() => back.current);
      }}
    />
  );
}
