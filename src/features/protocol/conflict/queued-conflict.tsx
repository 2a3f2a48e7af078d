import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { type ProtocolEdit, type Side, updateProtocol } from '#src/data/protocol/index.ts';
import { type OutboxRow, onDevice, outbox, resolveMutation, variablesOf } from '#src/sync/index.ts';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import { type AgendaForm, agendaForm, withItem } from '../editing/agenda-form.ts';
import type { NameOf } from '../editing/people.ts';
import { type Conflict, compareEdit, queuedConflict, resolvedEdit } from '../editing/protocol-conflict.ts';
import { SaveFailure } from '../editing/save-failure.tsx';
import { ConflictChoice } from './conflict-choice.tsx';

interface QueuedConflictProps {
  row: OutboxRow;
  conflict: Conflict;
  nameOf: NameOf;
  /** Called with the choice that was made. */
  onResolved: (choice: (key: string) => Side) => void;
  onDropped: () => void;
  onCancel: () => void;
}

/** Asks the person to choose, part by part, between a queued edit and what somebody else changed meanwhile. */
export function QueuedConflict({ row, conflict, nameOf, onResolved, onDropped, onCancel }: QueuedConflictProps) {
  const save = useMutation({
    mutationFn: ({ chosen }: { chosen: ProtocolEdit; choice: (key: string) => Side }) =>
      resolveMutation(updateProtocol, row, chosen),
    onSuccess: (_done, { choice }) => onResolved(choice),
  });
  const drop = useMutation({ mutationFn: () => onDevice(outbox.discard(row.id)), onSuccess: onDropped });
  const error = save.error ?? drop.error;
  return (
    <>
      <ConflictChoice
        conflict={conflict}
        nameOf={nameOf}
        busy={save.isPending || drop.isPending}
        onSave={(choice) => {
          const chosen = resolvedEdit(conflict, choice);
          drop.reset();
          if (chosen) save.mutate({ chosen, choice });
          return chosen !== undefined;
        }}
        onTheirs={() => {
          save.reset();
          drop.mutate();
        }}
        onCancel={onCancel}
      />
      <SaveFailure error={error} />
    </>
  );
}

interface ItemConflictProps {
  row: OutboxRow;
  itemId: string;
  nameOf: NameOf;
  /** Called with the chosen agenda and the server's version on which it is based. */
  onChosen: (agenda: AgendaItem[], theirs: Protocol) => void;
}

/** Conflict of the open item with somebody else's change: the person chooses part by part, beside the typed text. */
export function ItemConflict({ row, itemId, nameOf, onChosen }: ItemConflictProps) {
  const [isPutOff, setPutOff] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  // The person may go on typing meanwhile: the choice covers the current text, not only the text that conflicted.
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
  const conflict = compareEdit({ ...edit, change: { ...edit.change, agenda } }, theirs);
  return (
    <QueuedConflict
      row={row}
      conflict={conflict}
      nameOf={nameOf}
      onResolved={(choice) => onChosen(resolvedEdit(conflict, choice)?.change.agenda ?? theirs.agenda ?? [], theirs)}
      onDropped={() => onChosen(theirs.agenda ?? [], theirs)}
      onCancel={() => {
        setPutOff(true);
        focusWhenLost(() => back.current);
      }}
    />
  );
}
