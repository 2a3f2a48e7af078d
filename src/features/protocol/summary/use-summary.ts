import { useCallback } from 'react';
import type { Proposal } from '#contract/proposal.ts';
import type { Protocol } from '#contract/protocol.ts';
import { proposalCollection, summaryCollection, summaryQuery, useProposalsQuery } from '#src/data/summary/index.ts';
import {
  applyToList,
  isSameList,
  type Optimistic,
  type OutboxRow,
  useFromQueue,
  useOptimisticEntity,
} from '#src/sync/index.ts';
import { openProposals } from './open-proposals.ts';

/** What the meeting came to, with queued mutations applied. */
export function useSummary(protocolId: string) {
  return useOptimisticEntity(summaryCollection, summaryQuery(protocolId), protocolId);
}

/** What the recording proposes for the minutes of a protocol and is open; nothing where it is not asked for. */
export function useOpenProposals(protocol: Protocol, isAsked = true): Optimistic<Proposal>[] {
  const { data } = useProposalsQuery(protocol.id, isAsked);
  const { agenda, tasks } = protocol;
  const open = useCallback(
    (rows: readonly OutboxRow[]) =>
      isAsked ? openProposals(applyToList(proposalCollection, data ?? [], rows), { agenda, tasks }) : nothing,
    [isAsked, data, agenda, tasks],
  );
  return useFromQueue(open, isSameList);
}

/** What the secretary has dismissed of the proposals of a protocol. */
export function useDismissedProposals(protocolId: string): Optimistic<Proposal>[] {
  const { data } = useProposalsQuery(protocolId);
  const dismissed = useCallback(
    (rows: readonly OutboxRow[]) =>
      applyToList(proposalCollection, data ?? [], rows).filter(({ state }) => state === 'dismissed'),
    [data],
  );
  return useFromQueue(dismissed, isSameList);
}

const nothing: Optimistic<Proposal>[] = [];
