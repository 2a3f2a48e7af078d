import type { OutboxRow } from '#src/sync/index.ts';

/** A person whom somebody chose, under the name that was shown: it is known offline too. */
export interface NamedPerson {
  id: string;
  name: string;
}

/** The names of the people whom unsent writes name, by id. */
export function namesIn(rows: readonly OutboxRow[]): Map<string, string> {
  const people = rows.flatMap(({ variables }) => peopleOf(variables));
  return new Map(people.map(({ id, name }) => [id, name]));
}

function peopleOf(variables: unknown): NamedPerson[] {
  if (typeof variables !== 'object' || variables === null || !('people' in variables)) return [];
  // Every kind of write keeps the people whom it names under this name.
  return variables.people as NamedPerson[];
}
