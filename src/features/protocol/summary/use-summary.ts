import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Proposal } from '#contract/proposal.ts';
import type { Protocol } from '#contract/protocol.ts';
import type { Summary } from '#contract/summary.ts';
import { withData } from '#src/data/protocol/index.ts';
import { layProposals, laySummary, proposalsQuery, summaryQuery } from '#src/data/summary/index.ts';
import { isSameList, type Laid, type OutboxRow, useCapability, useFromWrites, useWrites } from '#src/sync/index.ts';
import { openProposals } from './open-proposals.ts';

/** What the meeting came to, with what is unsent laid over it. */
export function useSummary(protocolId: string) {
  const query = useQuery(summaryQuery(protocolId));
  const rows = useWrites();
  const { data } = query;
  const laid = useMemo(() => data && laySummary(data, protocolId, rows), [data, protocolId, rows]);
  return withData<Summary, Laid<Summary>>(query, laid);
}

/**
 * What the recording proposes for the minutes of a protocol and is open; nothing where it is not asked for, nor of a
 * server that knows no proposals.
 */
export function useOpenProposals(protocol: Protocol, isAsked = true): Laid<Proposal>[] {
  const isAble = useCapability('summaries');
  const { data } = useQuery({ ...proposalsQuery(protocol.id), enabled: isAble && isAsked });
  const { agenda, tasks } = protocol;
  const open = useCallback(
    (rows: readonly OutboxRow[]) =>
      isAsked ? openProposals(layProposals(data ?? [], rows), { agenda, tasks }) : nothing,
    [isAsked, data, agenda, tasks],
  );
  return useFromWrites(open, isSameList);
}

/** What the secretary has dismissed of the proposals of a protocol. */
export function useDismissedProposals(protocolId: string): Laid<Proposal>[] {
  const isAble = useCapability('summaries');
  const { data } = useQuery({ ...proposalsQuery(protocolId), enabled: isAble });
  const dismissed = useCallback(
    (rows: readonly OutboxRow[]) => layProposals(data ?? [], rows).filter(({ state }) => state === 'dismissed'),
    [data],
  );
  return useFromWrites(dismissed, isSameList);
}

const nothing: Laid<Proposal>[] = [];
