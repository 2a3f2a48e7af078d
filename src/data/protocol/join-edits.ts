import type { ProtocolEdit } from './edit-base.ts';

/**
 * Joins an edit of an agenda item with a later edit of the same item that is based on it; undefined for other edits.
 */
export function joinEdits(earlier: ProtocolEdit, later: ProtocolEdit): ProtocolEdit | undefined {
  if (!earlier.change.agenda || earlier.itemId === undefined || earlier.itemId !== later.itemId) return undefined;
  const people = new Map([...earlier.people, ...later.people].map((person) => [person.id, person]));
  return { ...earlier, change: { ...earlier.change, ...later.change }, people: [...people.values()] };
}
