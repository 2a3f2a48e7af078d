import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/identity/user.ts';
import type { Role } from '#contract/role-names.ts';
import { cachedPeople, matchPeople, peopleQuery } from '#src/data/person/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { offlineTitles } from '#src/features/connection/index.ts';
import { errorWords, useOfflineReason } from '#src/sync/index.ts';
import { useDebounced } from '#src/ui/index.ts';

const typingPause = 250;

/**
 * The people that the text finds, and what to say where there are none. The server is asked once the typing rests; until
 * it answers, and offline, those that the device knows are offered.
 * @param role only people of it who are not blocked
 */
export function usePeopleSearch(text: string, active: boolean, role?: Role): { people: User[]; nobody: string } {
  const client = useQueryClient();
  const { peopleByRole } = useOffers();
  const offlineReason = useOfflineReason();
  const online = !offlineReason;
  const asked = useDebounced(text.trim(), typingPause);
  const query = useQuery({ ...peopleQuery(asked, peopleByRole ? role : undefined), enabled: active && online });
  const settled = asked === text.trim() && query.data && !query.isPlaceholderData;
  if (online && settled) {
    // Of all that were found only these rows are known.
    const isPart = role && !peopleByRole && query.data.meta.has_next;
    return {
      people: ofRole(ranked(query.data.rows, asked), role),
      nobody: isPart ? `Среди первых найденных нет ${ofMany[role]}. Введите имя полнее.` : 'Никого не нашли',
    };
  }
  const people = ofRole(matchPeople(cachedPeople(client), text), role);
  if (offlineReason) return { people, nobody: `${offlineTitles[offlineReason]}, а на устройстве таких людей нет` };
  if (query.isError) return { people, nobody: `Список людей не загрузился. ${errorWords(query.error).title}.` };
  return { people, nobody: 'Ищем…' };
}

const ofMany: Record<Role, string> = {
  admin: 'администраторов',
  manager: 'руководителей',
  secretary: 'секретарей',
  external: 'внешних участников',
};

/** A provider that tells no roles decides for itself. */
function ofRole(people: User[], wanted: Role | undefined): User[] {
  if (!wanted) return people;
  return people.filter(({ role, is_blocked }) => (role ?? wanted) === wanted && !is_blocked);
}

/** Puts matching people first and hides nobody: a provider may not search at all. */
function ranked(people: User[], text: string): User[] {
  const matching = new Set(matchPeople(people, text));
  return [...matching, ...people.filter((person) => !matching.has(person))];
}
