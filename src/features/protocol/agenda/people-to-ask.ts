import type { QueryClient } from '@tanstack/react-query';
import { cachedPeople } from '#src/data/person/index.ts';
import type { ChosenPerson } from '#src/features/people/index.ts';

/** Among whom the speakers of an agenda are looked for: those who take part first, then all whom the device knows. */
export function peopleToAsk(client: QueryClient, members: readonly ChosenPerson[]) {
  const known = cachedPeople(client);
  const positions = new Map(known.map(({ id, position }) => [id, position]));
  return [members.map((person) => ({ ...person, position: positions.get(person.id) })), known];
}
