import type { QueryClient } from '@tanstack/react-query';
import { cachedPeople } from '#src/data/person/index.ts';
import type { ChosenPerson } from '#src/features/people/index.ts';

/** Returns the people among whom speakers are searched: participants first, then all people cached on the device. */
export function peopleToAsk(client: QueryClient, members: readonly ChosenPerson[]) {
  const known = cachedPeople(client);
  const positions = new Map(known.map(({ id, position }) => [id, position]));
  return [members.map((person) => ({ ...person, position: positions.get(person.id) })), known];
}
