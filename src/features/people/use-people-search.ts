import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';
import { cachedPeople, matchPeople, peopleQuery } from '#src/data/person/index.ts';
import { offlineTitles } from '#src/features/connection/index.ts';
import { errorWords, useOfflineReason } from '#src/sync/index.ts';
import { useDebounced } from '#src/ui/index.ts';

const typingPause = 250;

/**
 * Returns the people that match the text, and the message where there are none. The server is asked after a pause in
 * typing; until it answers, and offline, people known on the device are offered.
 */
export function usePeopleSearch(text: string, active: boolean): { people: User[]; nobody: string } {
  const client = useQueryClient();
  const offlineReason = useOfflineReason();
  const online = !offlineReason;
  const asked = useDebounced(text.trim(), typingPause);
  const query = useQuery({ ...peopleQuery(asked), enabled: active && online });
  const settled = asked === text.trim() && query.data && !query.isPlaceholderData;
  const known = matchPeople(cachedPeople(client), text);
  if (online && settled) return { people: ranked(query.data.rows, asked), nobody: 'Никого не нашли' };
  if (offlineReason)
    return { people: known, nobody: `${offlineTitles[offlineReason]}, а на устройстве таких людей нет` };
  if (query.isError) return { people: known, nobody: `Список людей не загрузился. ${errorWords(query.error).title}.` };
  return { people: known, nobody: 'Ищем…' };
}

/** Puts matching people first and hides nobody: a provider may not search at all. */
function ranked(people: User[], text: string): User[] {
  const matching = new Set(matchPeople(people, text));
  return [...matching, ...people.filter((person) => !matching.has(person))];
}
