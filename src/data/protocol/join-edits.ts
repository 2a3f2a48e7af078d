import type { ProtocolEdit } from './edit-base.ts';

/** An edit of a question with a later one that was made over it; undefined of others. */
export function joinEdits(earlier: ProtocolEdit, later: ProtocolEdit): ProtocolEdit | undefined {
  if (!earlier.change.agenda || earlier.itemId === undefined || earlier.itemId !== later.itemId) return undefined;
  const people = new Map([...earlier.people, ...later.people].map((person) => [person.id, person]));
  return { ...earlier, change: { ...earlier.change, ...later.change }, people: [...people.values()] };
}
