import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Proposal } from '#contract/proposal.ts';
import type { Protocol } from '#contract/protocol.ts';
import type { Summary } from '#contract/summary.ts';
import { withData } from '#src/data/protocol/index.ts';
import { applyToProposals, applyToSummary, proposalsQuery, summaryQuery } from '#src/data/summary/index.ts';
import {
  isSameList,
  type Optimistic,
  type OutboxRow,
  useCapability,
  useFromQueue,
  useQueuedMutations,
} from '#src/sync/index.ts';
import { openProposals } from './open-proposals.ts';

/** What the meeting came to, with queued mutations applied. */
export function useSummary(protocolId: string) {
  const query = useQuery(summaryQuery(protocolId));
  const rows = useQueuedMutations();
  const { data } = query;
  const optimistic = useMemo(() => data && applyToSummary(data, protocolId, rows), [data, protocolId, rows]);
  return withData<Summary, Optimistic<Summary>>(query, optimistic);
}

/**
 * What the recording proposes for the minutes of a protocol and is open; nothing where it is not asked for, nor of a
 * server that knows no proposals.
 */
export function useOpenProposals(protocol: Protocol, isAsked = true): Optimistic<Proposal>[] {
  const isAble = useCapability('summaries');
  const { data } = useQuery({ ...proposalsQuery(protocol.id), enabled: isAble && isAsked });
  const { agenda, tasks } = protocol;
  const open = useCallback(
    (rows: readonly OutboxRow[]) =>
      isAsked ? openProposals(applyToProposals(data ?? [], rows), { agenda, tasks }) : nothing,
    [isAsked, data, agenda, tasks],
  );
  return useFromQueue(open, isSameList);
}

/** What the secretary has dismissed of the proposals of a protocol. */
export function useDismissedProposals(protocolId: string): Optimistic<Proposal>[] {
  const isAble = useCapability('summaries');
  const { data } = useQuery({ ...proposalsQuery(protocolId), enabled: isAble });
  const dismissed = useCallback(
    (rows: readonly OutboxRow[]) => applyToProposals(data ?? [], rows).filter(({ state }) => state === 'dismissed'),
    [data],
  );
  return useFromQueue(dismissed, isSameList);
}

const nothing: Optimistic<Proposal>[] = [];
