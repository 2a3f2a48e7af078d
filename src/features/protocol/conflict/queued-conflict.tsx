import { useMutation } from '@tanstack/react-query';
import { type ProtocolEdit, type Side, updateProtocol } from '#src/data/protocol/index.ts';
import { errorWords, type OutboxRow, onDevice, outbox, resolveMutation, variablesOf } from '#src/sync/index.ts';
import formStyles from '../editing/forms.module.css';
import type { NameOf } from '../editing/people.ts';
import { type Conflict, conflictOf, readProtocol, resolved } from '../editing/use-protocol-save.ts';
import { ConflictChoice } from './conflict-choice.tsx';

interface QueuedConflictProps {
  row: OutboxRow;
  conflict: Conflict;
  nameOf: NameOf;
  /** With the choice that was made. */
  onResolved: (choice: (key: string) => Side) => void;
  onDropped: () => void;
  onCancel: () => void;
}

/** What a kept edit and the server have of a protocol; undefined where the server's is not known. */
export function queuedConflict(row: OutboxRow): Conflict | undefined {
  const edit = variablesOf(updateProtocol, row);
  const theirs = readProtocol(row.fault?.current);
  return edit && theirs && conflictOf(edit, theirs);
}

/** A kept edit over what somebody else changed meanwhile: the person chooses part by part. */
export function QueuedConflict({ row, conflict, nameOf, onResolved, onDropped, onCancel }: QueuedConflictProps) {
  const save = useMutation({
    mutationFn: ({ chosen }: { chosen: ProtocolEdit; choice: (key: string) => Side }) =>
      resolveMutation(updateProtocol, row, chosen),
    onSuccess: (_done, { choice }) => onResolved(choice),
  });
  const drop = useMutation({ mutationFn: () => onDevice(outbox.discard(row.id)), onSuccess: onDropped });
  const error = save.error ?? drop.error;
  const failure = error ? errorWords(error) : undefined;
  return (
    <>
      <ConflictChoice
        conflict={conflict}
        nameOf={nameOf}
        busy={save.isPending || drop.isPending}
        onSave={(choice) => {
          const chosen = resolved(conflict, choice);
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
      {failure ? (
        <p className={formStyles.failure} role="alert">
          <strong>Не сохранено. {failure.title}.</strong> {failure.words}
        </p>
      ) : null}
    </>
  );
}
