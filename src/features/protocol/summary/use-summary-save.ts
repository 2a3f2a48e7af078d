import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Protocol } from '#contract/protocol.ts';
import { type Summary, summary as summarySchema } from '#contract/summary.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { type SummaryEdit, summaryQuery, updateSummary } from '#src/data/summary/index.ts';
import { ApiError, mutate, type Optimistic, type OutboxRow, resolveMutation, useOpenForm } from '#src/sync/index.ts';

interface SaveOptions {
  protocol: Protocol;
  /** As it was when the form opened. */
  summary: Optimistic<Summary> | undefined;
  /** The kept write that is changed, in place of a new one. */
  resolves: OutboxRow | undefined;
  /** `isKept`: it waits on this device. */
  onSaved: (isKept: boolean) => void;
}

/**
 * Saves the summary over the version that the form was opened with. Where another one is in force by then, `rival` is that
 * one: what is typed stays, and is written over it when it is saved once more.
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
