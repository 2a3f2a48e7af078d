import { type Attendance, attendanceWith, attendanceWords, kindWith } from '#contract/attendance.ts';
import { calls } from '#contract/calls.ts';
import { type Member, type MemberKind, oneMemberWords } from '#contract/member.ts';
import { entities } from '#src/data/entities.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { countInProtocol } from '#src/data/protocol-counts.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { shortName } from '#src/format/index.ts';
import { defineMutation, needsPerson, type OutboxRow } from '#src/sync/index.ts';
import { memberKey } from './collection.ts';

const { member: members, protocol: protocols } = entities;

/** Somebody who takes part: a user, alone in `people`, or by `name` somebody who is none. */
export interface MemberPerson {
  people: readonly NamedPerson[];
  name?: string | undefined;
}

export interface NewMember extends MemberPerson {
  /** Of the member's row. */
  id: string;
  protocolId: string;
  kind: MemberKind;
}

export interface MemberRemoval extends MemberPerson {
  protocolId: string;
  member: Pick<Member, 'id' | 'member_id'>;
}

export interface MemberChange extends MemberRemoval {
  kind: MemberKind;
}

export interface MemberMark extends MemberRemoval {
  /** Null takes the mark away. */
  attendance: Attendance | null;
  /** The mark that it takes the place of, as the person saw it. Rows of an earlier version lack it. */
  before?: Attendance | null;
}

/** POST /protocols/{id}/members; who is among them already is what was wanted. */
export const createMember = defineMutation({
  name: 'member.create',
  call: calls.createMember,
  prepare: ({ id, protocolId, kind, people: [person], name }: NewMember) => ({
    scope: protocolScope(protocolId),
    subject: id,
    creates: id,
    title: `Участник ${nameOf({ people: person ? [person] : [], name })}`,
    params: { id: protocolId },
    body: { id, ...(person ? { member_id: person.id } : { name }), kind },
    // Another server knows a member by the user alone.
    ...(person ? {} : { needs: 'attendance' }),
    extras: ['id', 'kind'],
    successStatuses: ['conflict'],
  }),
  changes({ id, protocolId, kind, people: [person], name }, reply) {
    const member: Member = { id, member_id: person?.id ?? null, name: person?.name ?? name, kind };
    return [
      members.create(id, () => ({ ...member, id: reply?.id ?? id }), {
        parent: protocolId,
        others: makingPresent(kind),
      }),
      ...(kind === 'chairman' ? [chairmanOf(protocolId, () => person?.id ?? null)] : []),
      countInProtocol(protocolId, { members_total: 1 }),
    ];
  },
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

/** PUT /protocols/members/{memberId}, of a server that can `member-kinds`: as what they take part. */
export const updateMember = defineMutation({
  name: 'member.update',
  call: calls.updateMember,
  prepare: ({ protocolId, member, kind, ...who }: MemberChange) => ({
    scope: protocolScope(protocolId),
    subject: memberKey(member),
    title: `Участник ${nameOf(who)}: ${oneMemberWords[kind].toLowerCase()}`,
    params: { memberId: memberKey(member) },
    body: { kind },
  }),
  changes({ protocolId, member, kind, people: [person] }) {
    const isIt = (each: Member) => memberKey(each) === memberKey(member);
    return [
      members.update(isIt, (each) => ({ ...each, kind, attendance: attendanceWith(each, kind) }), {
        parent: protocolId,
        others: makingPresent(kind),
      }),
      chairmanOf(protocolId, (id) => (kind === 'chairman' ? (person?.id ?? null) : id === person?.id ? null : id)),
    ];
  },
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

/** PUT /protocols/members/{memberId}, of a server that can `attendance`: how the roll call marks somebody. */
export const markMember = defineMutation({
  name: 'member.mark',
  call: calls.updateMember,
  prepare: ({ protocolId, member, attendance, before, ...who }: MemberMark) => ({
    scope: protocolScope(protocolId),
    subject: memberKey(member),
    title: `Перекличка: ${nameOf(who)}, ${attendance ? attendanceWords[attendance.state].toLowerCase() : 'без отметки'}`,
    params: { memberId: memberKey(member) },
    body: { attendance, ...(before !== undefined && { attendance_before: before }) },
    needs: 'attendance',
  }),
  changes: ({ protocolId, member, attendance }) => [
    members.update(
      (each) => memberKey(each) === memberKey(member),
      (each) => ({ ...each, attendance, kind: kindWith(each.kind ?? 'present', attendance) }),
      { parent: protocolId },
    ),
  ],
  // The last mark is the one that holds, in place of what stood there before the first.
  join: ({ before }, later) => ({ ...later, ...(before !== undefined && { before }) }),
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

/** DELETE /protocols/members/{memberId}: the row's own id; a provider that sends none knows the member by the user's. */
export const deleteMember = defineMutation({
  name: 'member.delete',
  call: calls.deleteMember,
  prepare: ({ protocolId, member, ...who }: MemberRemoval) => ({
    scope: protocolScope(protocolId),
    subject: memberKey(member),
    title: `Убрать участника ${nameOf(who)}`,
    params: { memberId: memberKey(member) },
    successStatuses: [404],
  }),
  changes: ({ protocolId, member }) => [
    members.remove((each) => memberKey(each) === memberKey(member), { parent: protocolId }),
    countInProtocol(protocolId, { members_total: -1 }, { isRemoval: true }),
    // What the server refused to remove is still there.
    chairmanOf(protocolId, (id, row) => (id === member.member_id && !(row && needsPerson(row)) ? null : id)),
  ],
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

export const memberMutations = [createMember, updateMember, markMember, deleteMember] as const;

function nameOf({ people: [person], name }: MemberPerson): string {
  return shortName(person?.name ?? name ?? '');
}

/** There is one of these: who was it before is present from then on. */
const single: ReadonlySet<MemberKind> = new Set(['chairman', 'secretary']);

/** Makes whoever had the one place of this kind merely present. */
function makingPresent(kind: MemberKind) {
  if (!single.has(kind)) return undefined;
  return (member: Member): Member =>
    member.kind === kind ? { ...member, kind: kindWith('present', member.attendance) } : member;
}

type ChairmanId = string | null | undefined;

function chairmanOf(protocolId: string, next: (id: ChairmanId, row: OutboxRow | undefined) => ChairmanId) {
  return protocols.update(
    protocolId,
    (protocol, { row }) => {
      const id = next(protocol.chairman_id, row);
      return id === protocol.chairman_id ? protocol : { ...protocol, chairman_id: id };
    },
    { isUnmarked: true },
  );
}

/** What shows the members of a protocol: the protocol with all that belongs to it, and the lists of protocols. */
function staleWithMembers(protocolId: string) {
  return [['protocol', protocolId], ['protocols']];
}
