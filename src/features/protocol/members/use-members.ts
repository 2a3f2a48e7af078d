import type { UseQueryResult } from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import { memberCollection, membersQuery } from '#src/data/member/index.ts';
import { type Optimistic, useOptimisticList } from '#src/sync/index.ts';

/** The members of a protocol that does not carry them, with queued mutations applied. */
export function useMembers(protocolId: string, enabled: boolean): UseQueryResult<Optimistic<Member>[]> {
  return useOptimisticList(memberCollection, { ...membersQuery(protocolId), enabled }, protocolId);
}
