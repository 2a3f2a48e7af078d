import type { UseQueryResult } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Member, MemberKind } from '#contract/member.ts';
import { createMember, deleteMember, memberCollection, membersQuery, updateMember } from '#src/data/member/index.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { mutate, type OpenForm, type Optimistic, outbox, useOptimisticList } from '#src/sync/index.ts';

/** The members of a protocol that does not carry them, with queued mutations applied. */
export function useMembers(protocolId: string, enabled: boolean): UseQueryResult<Optimistic<Member>[]> {
  return useOptimisticList(memberCollection, { ...membersQuery(protocolId), enabled }, protocolId);
}

/** Adds a member; resolves whether that is queued. Throws ApiError while the form is open. */
export async function addMember(
  protocolId: string,
  person: NamedPerson,
  kind: MemberKind,
  form: OpenForm,
): Promise<boolean> {
  return (await mutate(createMember, { id: uuidv7(), protocolId, kind, people: [person] }, { form })).kept;
}

/** Changes the kind of a member; resolves whether that is queued. Throws ApiError while the form is open. */
export async function changeKind(
  protocolId: string,
  { id, member_id }: Member,
  name: string,
  kind: MemberKind,
  form: OpenForm,
): Promise<boolean> {
  const people: [NamedPerson] = [{ id: member_id, name }];
  return (await mutate(updateMember, { protocolId, member: { id, member_id }, kind, people }, { form })).kept;
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
  const people: [NamedPerson] = [{ id: member_id, name }];
  return (await mutate(deleteMember, { protocolId, member: { id, member_id }, people }, { form })).kept;
}
