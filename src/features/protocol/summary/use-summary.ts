import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import type { Proposal } from '#contract/insights/proposal.ts';
import { type Summary, summary as summarySchema } from '#contract/insights/summary.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import {
  proposalCollection,
  type SummaryEdit,
  summaryCollection,
  summaryQuery,
  updateSummary,
  useProposalsQuery,
} from '#src/data/summary/index.ts';
import {
  ApiError,
  applyToList,
  isSameList,
  mutate,
  type Optimistic,
  type OutboxRow,
  resolveMutation,
  useFromQueue,
  useOpenForm,
  useOptimisticEntity,
} from '#src/sync/index.ts';
import { openProposals } from './open-proposals.ts';

/** Returns the summary of a protocol, with queued mutations applied. */
export function useSummary(protocolId: string) {
  return useOptimisticEntity(summaryCollection, summaryQuery(protocolId), protocolId);
}

/** Returns the unanswered proposals for a protocol; none where `isAsked` is false. */
export function useOpenProposals(protocol: Protocol, isAsked = true): Optimistic<Proposal>[] {
  const { data } = useProposalsQuery(protocol.id, isAsked);
  const { agenda, tasks, recordings, video } = protocol;
  const open = useCallback(
    (rows: readonly OutboxRow[]) =>
      isAsked
        ? openProposals(applyToList(proposalCollection, data ?? [], rows), { agenda, tasks, recordings, video })
        : nothing,
    [isAsked, data, agenda, tasks, recordings, video],
  );
  return useFromQueue(open, isSameList);
}

/** Returns the dismissed proposals of a protocol. */
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

/** Whether there may be a summary: it is made of a recording, towards the end of its processing. */
export function mayHaveSummary({ stage, processing, video }: Protocol): boolean {
  if (stage === 'no_video' || stage === 'video_uploaded') return false;
  if (stage === 'video_process')
    return processing?.some((each) => each.step === 'summary' && each.state === 'done') ?? false;
  // A protocol may be completed without a recording; a provider may not mention the recording at all (`video`
  // undefined).
  return stage === 'success_video_process' || video !== null;
}

interface SaveOptions {
  protocol: Protocol;
  /** The summary when the form opened. */
  summary: Optimistic<Summary> | undefined;
  /** Queued mutation that is resolved instead of making a new one. */
  resolves: OutboxRow | undefined;
  /** `isKept`: the change waits on this device. */
  onSaved: (isKept: boolean) => void;
}

/**
 * Saves the summary over the version with which the form was opened. If another version is in force by then, it is
 * returned as `rival`; the typed text stays, and a second save overwrites that version.
 */
export function useSummarySave({ protocol, summary, resolves, onSaved }: SaveOptions) {
  const client = useQueryClient();
  const form = useOpenForm();
  const [rival, setRival] = useState<Summary>();
  const version = (rival ?? summary)?.version ?? 0;
  const save = useMutation({
    mutationFn: async (made: Pick<SummaryEdit, 'text' | 'points' | 'discardsDraft'>): Promise<boolean | Summary> => {
      const edit = { ...made, protocolId: protocol.id, protocolTitle: protocolTitle(protocol), version };
      if (resolves) {
        await resolveMutation(updateSummary, resolves, edit);
        return true;
      }
      try {
        const basedOn = rival ? undefined : summary?.unsent?.writes;
        return (await mutate(updateSummary, edit, { form, basedOn })).kept;
      } catch (error) {
        const theirs =
          error instanceof ApiError && error.code === 'version_conflict'
            ? z.safeParse(summarySchema, error.current).data
            : undefined;
        if (!theirs) throw error;
        client.setQueryData(summaryQuery(protocol.id).queryKey, theirs);
        return theirs;
      }
    },
    onSuccess: (outcome) => {
      if (typeof outcome === 'boolean') onSaved(outcome);
      else setRival(outcome);
    },
  });
  return { save: save.mutate, busy: save.isPending, error: save.error, rival };
}
