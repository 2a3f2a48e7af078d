import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Member } from '#contract/member.ts';
import { membersQuery } from '#src/lib/queries/members.ts';
import { layMembers } from '#src/lib/writes/lay-members.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { withData } from '#src/lib/writes/use-laid-protocols.ts';
import { isSameList, useFromWrites } from '#src/lib/writes/use-writes.ts';
import type { OutboxRow } from '#src/sync/index.ts';

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
