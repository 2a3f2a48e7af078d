import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Member } from '#contract/member.ts';
import { membersQuery } from '#src/data/member/index.ts';
import { layMembers, withData } from '#src/data/protocol/index.ts';
import { isSameList, type Laid, type OutboxRow, useFromWrites } from '#src/sync/index.ts';

/** The members of a protocol that does not carry them, with what is unsent laid over them. */
export function useMembers(protocolId: string, enabled: boolean): UseQueryResult<Laid<Member>[]> {
  const query = useQuery({ ...membersQuery(protocolId), enabled });
  const { data } = query;
  const lay = useCallback(
    (rows: readonly OutboxRow[]) => data && layMembers(data, protocolId, rows),
    [data, protocolId],
  );
  return withData(query, useFromWrites(lay, isSameList));
}
