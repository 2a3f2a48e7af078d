import { calls } from '#contract/calls.ts';
import { type Member, type MemberKind, oneMemberWords } from '#contract/member.ts';
import { entities } from '#src/data/entities.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { countInProtocol } from '#src/data/protocol-counts.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { shortName } from '#src/format/index.ts';
import { defineMutation } from '#src/sync/index.ts';
import { memberKey } from './collection.ts';

const { member: members, protocol: protocols } = entities;

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
    scope: protocolScope(protocolId),
    subject: id,
    creates: id,
    title: `Участник ${shortName(person.name)}`,
    params: { id: protocolId },
    body: { id, member_id: person.id, kind },
    extras: ['id', 'kind'],
    successStatuses: ['conflict'],
  }),
  changes({ id, protocolId, kind, people: [person] }, reply) {
    const member: Member = { id, member_id: person.id, name: person.name, kind };
    return [
      members.create(id, () => ({ ...member, id: reply?.id ?? id }), {
        parent: protocolId,
        others: makingPresent(kind),
      }),
      ...(kind === 'chairman' ? [chairmanOf(protocolId, () => person.id)] : []),
      countInProtocol(protocolId, { members_total: 1 }),
    ];
  },
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

/** PUT /protocols/members/{memberId}, of a server that can `member-kinds`: as what they take part. */
export const updateMember = defineMutation({
  name: 'member.update',
  call: calls.updateMember,
  prepare: ({ protocolId, member, kind, people: [person] }: MemberChange) => ({
    scope: protocolScope(protocolId),
    subject: memberKey(member),
    title: `Участник ${shortName(person.name)}: ${oneMemberWords[kind].toLowerCase()}`,
    params: { memberId: memberKey(member) },
    body: { kind },
  }),
  changes({ protocolId, member, kind, people: [person] }) {
    const isIt = (each: Member) => memberKey(each) === memberKey(member);
    return [
      members.update(isIt, (each) => ({ ...each, kind }), {
        parent: protocolId,
        others: makingPresent(kind),
      }),
      chairmanOf(protocolId, (id) => (kind === 'chairman' ? person.id : id === person.id ? null : id)),
    ];
  },
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

/** DELETE /protocols/members/{memberId}: the row's own id; a provider that sends none knows the member by the user's. */
export const deleteMember = defineMutation({
  name: 'member.delete',
  call: calls.deleteMember,
  prepare: ({ protocolId, member, people: [person] }: MemberRemoval) => ({
    scope: protocolScope(protocolId),
    subject: memberKey(member),
    title: `Убрать участника ${shortName(person.name)}`,
    params: { memberId: memberKey(member) },
    successStatuses: [404],
  }),
  changes: ({ protocolId, member }) => [
    members.remove((each) => memberKey(each) === memberKey(member), { parent: protocolId }),
    countInProtocol(protocolId, { members_total: -1 }, { isRemoval: true }),
  ],
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

export const memberMutations = [createMember, updateMember, deleteMember] as const;

/** There is one of these: who was it before is present from then on. */
const single: ReadonlySet<MemberKind> = new Set(['chairman', 'secretary']);

/** Makes whoever had the one place of this kind merely present. */
function makingPresent(kind: MemberKind) {
  if (!single.has(kind)) return undefined;
  return (member: Member): Member => (member.kind === kind ? { ...member, kind: 'present' } : member);
}

function chairmanOf(protocolId: string, next: (id: string | null | undefined) => string | null | undefined) {
  return protocols.update(
    protocolId,
    (protocol) => {
      const id = next(protocol.chairman_id);
      return id === protocol.chairman_id ? protocol : { ...protocol, chairman_id: id };
    },
    { isUnmarked: true },
  );
}

/** What shows the members of a protocol: the protocol with all that belongs to it, and the lists of protocols. */
function staleWithMembers(protocolId: string) {
  return [['protocol', protocolId], ['protocols']];
}
