import { useCallback, useMemo, useRef } from 'react';
import { usersAmong } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { namesIn, usePeopleNames } from '#src/data/person/index.ts';
import { shortName } from '#src/format/index.ts';
import { useFromQueue } from '#src/sync/index.ts';

/** Returns the full name of a person of the protocol; undefined for nobody, and while the name is loading. */
export type NameOf = (userId: string | null | undefined) => string | undefined;

/** Returns the names of the people whom a protocol names by id: from its members, unsent changes, or else the users. */
export function useProtocolNames(protocol: Protocol): NameOf {
  const chosen = useFromQueue(namesIn, isSameMap);
  const members = new Map(
    [...(protocol.people ?? []), ...usersAmong(protocol.members)].map(({ id, name }) => [id, name] as const),
  );
  const ids = useNamed(protocol);
  const others = usePeopleNames(ids.filter((id) => !members.has(id) && !chosen.has(id)));
  const names = useSame(new Map([...chosen, ...others, ...members]));
  return useCallback((userId) => (userId ? names.get(userId) : undefined), [names]);
}

/** Returns the ids of the people that a protocol names. Memoised: it may have thousands of tasks. */
export function useNamed({ chairman_id, agenda, tasks, members }: NamingParts): readonly string[] {
  return useMemo(() => {
    const named = new Set([
      chairman_id,
      ...(agenda ?? []).map(({ speaker_id }) => speaker_id),
      ...(tasks ?? []).map(({ assignee_id }) => assignee_id),
      ...(members ?? []).map(({ member_id }) => member_id),
    ]);
    return [...named].filter((id): id is string => Boolean(id));
  }, [chairman_id, agenda, tasks, members]);
}

type NamingParts = Pick<Protocol, 'chairman_id' | 'agenda' | 'tasks' | 'members'>;

/** Returns the earlier map where the new one is equal, so that whatever shows names is not rendered again. */
function useSame(names: Map<string, string>): Map<string, string> {
  const before = useRef(names);
  if (!isSameMap(before.current, names)) before.current = names;
  return before.current;
}

function isSameMap(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...other].every(([id, name]) => one.get(id) === name);
}

/** Returns the short name of the chairman: by `chairman_id`, else by the member's kind. */
export function chairmanOf({ members, chairman_id }: Protocol, nameOf: NameOf): string | undefined {
  const name = nameOf(chairman_id) ?? members?.find(({ kind }) => kind === 'chairman')?.name;
  return name ? shortName(name) : undefined;
}
