import { and, eq, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { type Attendance, attendanceWith, isSameMark, kindWith, knownOf } from '#contract/bodies/attendance.ts';
import type { Member, MemberKind, memberCreate, memberUpdate } from '#contract/bodies/member.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import { conflictExplainer, type Db, idConflict } from '#server/platform/db/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';
import { formerKind, removeChairman, setChairman, setNamedChairman } from '../shared/chairman.ts';
import { membersOf } from '../shared/member-rows.ts';
import { lockOwnedProtocol, type ProtocolRow } from '../shared/protocol-access-repository.ts';

export type MemberRow = typeof members.$inferSelect;
type Fields = z.output<typeof memberCreate>;
type MemberUpdate = z.output<typeof memberUpdate>;

const explainConflict = conflictExplainer({ members_pkey: idConflict, members_once: alreadyThere });

/**
 * Adds a person to a protocol that the caller has locked and may edit; there is one chairman and one secretary at a
 * time. A person who is a member already gets the new kind, so that the choice is not silently dropped. People without
 * an account are never merged, since two may have the same name.
 */
export async function addMember(
  db: Db,
  protocol: ProtocolRow,
  id: string,
  body: Fields,
  now: Date,
): Promise<{ member: Member; isNew: boolean }> {
  const { member_id: memberId = null, position, organization } = body;
  if (memberId !== null && (await findUnselectable(db, protocol.ownerId, [memberId])).length > 0) {
    throw invalidField('member_id', 'Такого пользователя нет');
  }
  const kind = await kindOf(db, protocol, body);
  const there = memberId === null ? undefined : await findMember(db, protocol.id, memberId);
  if (there && there.kind !== kind) return { member: await changeMember(db, there, { kind }), isNew: false };
  const name = memberId === null ? body.name : null;
  const values = { id, protocolId: protocol.id, memberId, name, kind, position, organization, createdAt: now };
  await db.insert(members).values(values).catch(explainConflict);
  await replaceFormer(db, { id, protocolId: protocol.id, memberId, kind });
  return { member: await viewOf(db, protocol.id, id), isNew: true };
}

/**
 * Changes the kind of a member and the mark of the roll call, each of which may change the other. If a chairman gets
 * another kind, the protocol has no chairman.
 */
export async function changeMember(
  db: Db,
  member: MemberRow,
  body: Pick<MemberUpdate, 'kind' | 'attendance'>,
): Promise<Member> {
  const given = body.kind ?? member.kind;
  const attendance = body.attendance === undefined ? attendanceWith(member, given) : markOf(member, body.attendance);
  const kind = body.attendance === undefined ? given : kindWith(given, attendance);
  await db.update(members).set({ kind, attendance }).where(eq(members.id, member.id));
  if (kind !== member.kind) {
    if (kind !== 'chairman') await removeChairman(db, member.protocolId, member.memberId);
    await replaceFormer(db, { ...member, kind });
  }
  return viewOf(db, member.protocolId, member.id);
}

/** Returns the mark as it is stored, with only the fields that apply to its state. */
function markOf(member: MemberRow, marked: Attendance | null): Attendance | null {
  if (marked === null) return null;
  if (marked.proxy_id === member.id) throw invalidField('attendance.proxy_id', 'Доверенность выдают другому человеку');
  return knownOf(marked);
}

/** Returns whether somebody has made a different mark since `before` was seen. */
export function isMarkedElsewhere(
  { attendance: now }: MemberRow,
  { attendance, attendance_before: before }: MemberUpdate,
): boolean {
  return attendance !== undefined && before !== undefined && !isSameMark(now, before) && !isSameMark(now, attendance);
}

async function findMember(db: Db, protocolId: string, memberId: string): Promise<MemberRow | undefined> {
  const theirs = and(eq(members.protocolId, protocolId), eq(members.memberId, memberId));
  const [there] = await db.select().from(members).where(theirs);
  return there;
}

/** Returns the owner's member with the protocol, locked until the transaction ends; throws a 404 for any other. */
export async function lockMember(
  db: Db,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<{ member: MemberRow; protocol: ProtocolRow }> {
  const [found] = await db
    .select({ protocolId: members.protocolId })
    .from(members)
    .innerJoin(protocols, eq(protocols.id, members.protocolId))
    .where(and(eq(members.id, id), eq(protocols.ownerId, ownerId)));
  if (!found) throw unknown();
  const protocol = await lockOwnedProtocol(db, { ownerId, id: found.protocolId });
  const [member] = await db.select().from(members).where(eq(members.id, id));
  if (!member) throw unknown();
  return { member, protocol };
}

export async function removeMember(db: Db, member: MemberRow): Promise<void> {
  await forgetReplies(db, [member.id]);
  await db.delete(members).where(eq(members.id, member.id));
  await removeChairman(db, member.protocolId, member.memberId);
}

/**
 * Returns the kind of a new member. A person added as present may be the chairman or secretary named in the protocol.
 */
async function kindOf(db: Db, protocol: ProtocolRow, { kind = 'present', member_id }: Fields): Promise<MemberKind> {
  if (kind !== 'present') return kind;
  if (!member_id) return kind;
  if (member_id === protocol.chairmanId) return 'chairman';
  if (member_id !== protocol.secretaryId) return kind;
  const secretary = and(eq(members.protocolId, protocol.id), eq(members.kind, 'secretary'));
  return (await db.$count(members, secretary)) === 0 ? 'secretary' : kind;
}

/** Keeps one chairman and one secretary: the former one becomes present. */
async function replaceFormer(
  db: Db,
  { id, protocolId, memberId, kind }: Pick<MemberRow, 'id' | 'protocolId' | 'memberId' | 'kind'>,
): Promise<void> {
  if (kind === 'chairman' && memberId === null) await setNamedChairman(db, protocolId, id);
  if (kind === 'chairman' && memberId !== null) await setChairman(db, protocolId, memberId);
  if (kind === 'secretary') await leaveOneSecretary(db, protocolId, id);
}

/** Returns one member in the form of the API. */
export async function viewOf(db: Db, protocolId: string, id: string): Promise<Member> {
  return (await membersOf(db, protocolId)).find((member) => member.id === id) as Member;
}

async function leaveOneSecretary(db: Db, protocolId: string, id: string): Promise<void> {
  const former = and(eq(members.protocolId, protocolId), eq(members.kind, 'secretary'), ne(members.id, id));
  await db.update(members).set({ kind: formerKind }).where(former);
}

function alreadyThere(cause: unknown): Problem {
  const message = 'Этот человек уже в списке';
  return new Problem('conflict', message, { member_id: [message] }, { cause });
}

const unknown = () => notFound('Участник не найден');
