import type { Protocol } from '#contract/protocol.ts';
import { shortName } from '#src/lib/person-names.ts';

/** The name of a person of the protocol, short; undefined for one who is not among its members. */
export function nameOf({ members }: Pick<Protocol, 'members'>, userId: string | null | undefined): string | undefined {
  if (!userId) return undefined;
  const name = members?.find(({ member_id }) => member_id === userId)?.name;
  return name ? shortName(name) : undefined;
}

/** Who presided: by the member's kind, else by `chairman_id`. */
export function chairmanOf(protocol: Pick<Protocol, 'members' | 'chairman_id'>): string | undefined {
  const chairman = protocol.members?.find(({ kind }) => kind === 'chairman');
  return chairman?.name ? shortName(chairman.name) : nameOf(protocol, protocol.chairman_id);
}
