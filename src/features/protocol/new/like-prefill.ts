import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Member } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { membersQuery } from '#src/data/member/index.ts';
import { cachedPeople, personName } from '#src/data/person/index.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { type Filling, freshQuestions } from './body-prefill.ts';

/** The prefill from another protocol in the address (?like=); null where it cannot be read. */
export function likePrefillQuery(client: QueryClient, protocolId: string) {
  return queryOptions({
    queryKey: ['like-prefill', protocolId],
    queryFn: async () => {
      // Cached data are enough, also without a connection.
      const protocol = await client.fetchQuery({ ...protocolQuery(protocolId), staleTime: 'static', retry: false });
      const members = await client
        .query({ ...membersQuery(protocolId), staleTime: 'static', retry: false })
        .catch(() => protocol.members ?? []);
      return likeOf(protocol, members, cachedPeople(client));
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
}

/**
 * Returns a new protocol like another one: its head, people and questions, without texts, decisions, recording and
 * tasks.
 */
export function likeOf(
  { title, kind, place, organization, body_id, quorum, chairman_id, agenda }: Protocol,
  listed: readonly Member[],
  known: readonly { id: string; name?: string | null | undefined }[],
): Filling {
  const members = listed.flatMap(({ member_id, name, kind: as }) => {
    return member_id
      ? [
          {
            id: member_id,
            name: name || personName({ id: member_id }),
            kind: as === 'absent' ? undefined : (as ?? undefined),
          },
        ]
      : [];
  });
  const people = [...known.map((person) => ({ id: person.id, name: personName(person) })), ...members];
  return {
    ...{ title: title ?? '', kind: kind ?? '', place: place ?? '', organization: organization ?? '' },
    ...{ body_id: body_id ?? '', quorum: quorum ?? null, members },
    chairman: people
      .filter(({ id }) => id === chairman_id)
      .slice(-1)
      .map(({ id, name }) => ({ id, name })),
    agenda: freshQuestions(agenda ?? [], people),
  };
}
