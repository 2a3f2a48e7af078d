import { type Attendance, attendanceWith, attendanceWords, kindWith } from '#contract/bodies/attendance.ts';
import { type Member, type MemberKind, oneMemberWords } from '#contract/bodies/member.ts';
import { calls } from '#contract/calls.ts';
import { entities } from '#src/data/entities.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { countInProtocol } from '#src/data/protocol-counts.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { shortName } from '#src/format/index.ts';
import { defineMutation, needsPerson, type OutboxRow } from '#src/sync/index.ts';
import { memberKey } from './collection.ts';

const { member: members, protocol: protocols } = entities;

/** A person to take part: a user as the only element of `people`, or somebody who is not a user by `name`. */
export interface MemberPerson {
  people: readonly NamedPerson[];
  name?: string | undefined;
}

export interface NewMember extends MemberPerson {
  /** Id of the member's row. */
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
  /** Null removes the mark. */
  attendance: Attendance | null;
  /** The mark that it replaces, as the person saw it. Rows of an earlier version of the app lack it. */
  before?: Attendance | null;
}

/** POST /protocols/{id}/members; a conflict counts as success, since the person is already a member. */
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
    // Other servers accept only users as members.
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

/** PUT /protocols/members/{memberId}, if the server supports `member-kinds`: changes the kind. */
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

/** PUT /protocols/members/{memberId}, if the server supports `attendance`: sets the roll-call mark. */
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
  // The last mark counts, and `before` is that of the first mutation.
  join: ({ before }, later) => ({ ...later, ...(before !== undefined && { before }) }),
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

/** DELETE /protocols/members/{memberId} by the id of the row, or of the user if the provider sends no row id. */
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
    // A member whose removal was refused still exists.
    chairmanOf(protocolId, (id, row) => (id === member.member_id && !(row && needsPerson(row)) ? null : id)),
  ],
  invalidates: ({ protocolId }) => staleWithMembers(protocolId),
});

export const memberMutations = [createMember, updateMember, markMember, deleteMember] as const;

function nameOf({ people: [person], name }: MemberPerson): string {
  return shortName(person?.name ?? name ?? '');
}

/** Kinds of which there is only one member: the previous one becomes `present`. */
const single: ReadonlySet<MemberKind> = new Set(['chairman', 'secretary']);

/** Returns a change that makes the previous member of such a kind `present`. */
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

/** Queries that show members: the protocol with everything that belongs to it, and the lists of protocols. */
function staleWithMembers(protocolId: string) {
  return [['protocol', protocolId], ['protocols']];
}
