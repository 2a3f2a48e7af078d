import { queryOptions } from '@tanstack/react-query';
import type { Member } from '#contract/bodies/member.ts';
import { calls } from '#contract/calls.ts';
import { entities } from '#src/data/entities.ts';
import { personName } from '#src/data/person/index.ts';
import { addressOfMutation, protocolOf } from '#src/data/protocol-scope.ts';
import { api, defineCollection } from '#src/sync/index.ts';

/** The members of a protocol, GET /protocols/{id}/members; refetched with the protocol. */
export function membersQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'members'],
    queryFn: ({ signal }) => api(calls.listMembers, { params: { id: protocolId }, signal }),
  });
}

export const memberCollection = defineCollection<Member>({
  entity: entities.member,
  idOf: memberKey,
  isSame: (one, other) =>
    one.member_id && other.member_id ? one.member_id === other.member_id : memberKey(one) === memberKey(other),
  holding([name, protocolId, part, ...rest]) {
    if (name !== 'protocol' || rest.length > 0) return undefined;
    const parent = String(protocolId);
    if (part === 'members') return { parent };
    return part === undefined ? { field: 'members', parent } : undefined;
  },
  address: addressOfMutation,
  async candidates(row, signal) {
    const members = await api(calls.listMembers, { params: { id: protocolOf(row) ?? '' }, signal });
    return members.flatMap(({ id, member_id, name }) =>
      id === undefined ? [] : [{ id, title: personName({ id: member_id ?? id, name, email: undefined }) }],
    );
  },
});

/** Returns the id of the member's row, or that of the person if the provider sends no row id. */
export function memberKey({ id, member_id }: Pick<Member, 'id' | 'member_id'>): string {
  return id ?? member_id ?? '';
}
