import type { UseQueryResult } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Attendance } from '#contract/bodies/attendance.ts';
import type { Member, MemberKind } from '#contract/bodies/member.ts';
import {
  createMember,
  deleteMember,
  type MemberPerson,
  markMember,
  memberCollection,
  membersQuery,
  updateMember,
} from '#src/data/member/index.ts';
import { enqueue, mutate, type OpenForm, type Optimistic, outbox, useOptimisticList } from '#src/sync/index.ts';

/** Members of a protocol that does not include them, with queued mutations applied. */
export function useMembers(protocolId: string, enabled: boolean): UseQueryResult<Optimistic<Member>[]> {
  return useOptimisticList(memberCollection, { ...membersQuery(protocolId), enabled }, protocolId);
}

/** Returns the person of a member under the shown name: a user, or a person without an account. */
export function personOf({ member_id }: Pick<Member, 'member_id'>, name: string): MemberPerson {
  return member_id ? { people: [{ id: member_id, name }] } : { people: [], name };
}

/** Adds a member; resolves whether that is queued. Throws ApiError while the form is open. */
export async function addMember(
  protocolId: string,
  person: MemberPerson,
  kind: MemberKind,
  form: OpenForm,
): Promise<boolean> {
  return (await mutate(createMember, { id: uuidv7(), protocolId, kind, ...person }, { form })).kept;
}

/** Changes the kind of a member; resolves whether that is queued. Throws ApiError while the form is open. */
export async function changeKind(
  protocolId: string,
  { id, member_id }: Member,
  name: string,
  kind: MemberKind,
  form: OpenForm,
): Promise<boolean> {
  const person = personOf({ member_id }, name);
  return (await mutate(updateMember, { protocolId, member: { id, member_id }, kind, ...person }, { form })).kept;
}

/**
 * Saves the mark of a member in the roll call; of several consecutive marks only the last is sent. `before` is the mark
 * that the person knows of.
 */
export function mark(
  protocolId: string,
  { id, member_id, unsent }: Optimistic<Member>,
  name: string,
  { attendance, before }: { attendance: Attendance | null; before: Attendance | null },
): Promise<void> {
  const variables = { protocolId, member: { id, member_id }, attendance, before, ...personOf({ member_id }, name) };
  return enqueue(markMember, variables, unsent?.writes);
}

/** Removes a member; one that was never sent is only taken out of the queue. Resolves whether the removal is queued. */
export async function removeMember(
  protocolId: string,
  { id, member_id }: Member,
  name: string,
  form: OpenForm,
): Promise<boolean> {
  const creation = outbox.list().find(({ creates, state }) => id !== undefined && creates === id && state !== 'sent');
  if (creation && (await outbox.cancel(creation.id))) return false;
  const person = personOf({ member_id }, name);
  return (await mutate(deleteMember, { protocolId, member: { id, member_id }, ...person }, { form })).kept;
}
