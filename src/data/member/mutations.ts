import { calls } from '#contract/calls.ts';
import { type Member, type MemberKind, oneMemberWords } from '#contract/member.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { shortName } from '#src/format/index.ts';
import { defineMutation } from '#src/sync/index.ts';
import { refetchMembers } from './queries.ts';

export interface NewMember {
  /** Of the member's row. */
  id: string;
  protocolId: string;
  kind: MemberKind;
  /** Who it is, alone. */
  people: [NamedPerson];
}

export interface MemberRemoval {
  protocolId: string;
  member: Pick<Member, 'id' | 'member_id'>;
  people: [NamedPerson];
}

export interface MemberChange extends MemberRemoval {
  kind: MemberKind;
}

/** POST /protocols/{id}/members; who is among them already is what was wanted. */
export const createMember = defineMutation({
  name: 'member.create',
  call: calls.createMember,
  prepare: ({ id, protocolId, kind, people: [person] }: NewMember) => ({
    scope: `protocol:${protocolId}`,
    subject: id,
    creates: id,
    title: `Участник ${shortName(person.name)}`,
    params: { id: protocolId },
    body: { id, member_id: person.id, kind },
    extras: ['id', 'kind'],
    successStatuses: ['conflict'],
  }),
  onSettled: (client, { protocolId }) => refetchMembers(client, protocolId),
});

/** PUT /protocols/members/{memberId}, of a server that can `member-kinds`: as what they take part. */
export const updateMember = defineMutation({
  name: 'member.update',
  call: calls.updateMember,
  prepare: ({ protocolId, member, kind, people: [person] }: MemberChange) => ({
    scope: `protocol:${protocolId}`,
    subject: member.id ?? member.member_id,
    title: `Участник ${shortName(person.name)}: ${oneMemberWords[kind].toLowerCase()}`,
    params: { memberId: member.id ?? member.member_id },
    body: { kind },
  }),
  onSettled: (client, { protocolId }) => refetchMembers(client, protocolId),
});

/** DELETE /protocols/members/{memberId}: the row's own id; a provider that sends none knows the member by the user's. */
export const deleteMember = defineMutation({
  name: 'member.delete',
  call: calls.deleteMember,
  prepare: ({ protocolId, member, people: [person] }: MemberRemoval) => ({
    scope: `protocol:${protocolId}`,
    subject: member.id ?? member.member_id,
    title: `Убрать участника ${shortName(person.name)}`,
    params: { memberId: member.id ?? member.member_id },
    successStatuses: [404],
  }),
  onSettled: (client, { protocolId }) => refetchMembers(client, protocolId),
});

export const memberMutations = [createMember, updateMember, deleteMember] as const;
