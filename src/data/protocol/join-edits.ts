import { type OutboxRow, variablesOf } from '#src/sync/index.ts';
import { type ProtocolEdit, updateProtocol } from './mutations.ts';
import { rowOfEdit } from './rebase-edit.ts';

/** A write that already holds an edit of the question, with a later one that was made over it; undefined of others. */
export function joinedEdits(last: OutboxRow, edit: ProtocolEdit) {
  const before = variablesOf(updateProtocol, last);
  if (!before?.change.agenda || before.itemId === undefined || before.itemId !== edit.itemId) return undefined;
  const people = new Map([...before.people, ...edit.people].map((person) => [person.id, person]));
  return rowOfEdit(last, {
    ...before,
    change: { ...before.change, ...edit.change },
    people: [...people.values()],
  });
}
