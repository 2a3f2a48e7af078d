import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Member } from '#contract/member.ts';
import { membersQuery } from '#src/data/member/index.ts';
import { applyToMembers, withData } from '#src/data/protocol/index.ts';
import { isSameList, type Optimistic, type OutboxRow, useFromQueue } from '#src/sync/index.ts';

/** The members of a protocol that does not carry them, with queued mutations applied. */
export function useMembers(protocolId: string, enabled: boolean): UseQueryResult<Optimistic<Member>[]> {
  const query = useQuery({ ...membersQuery(protocolId), enabled });
  const { data } = query;
  const lay = useCallback(
    (rows: readonly OutboxRow[]) => data && applyToMembers(data, protocolId, rows),
    [data, protocolId],
  );
  return withData(query, useFromQueue(lay, isSameList));
}
