import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProtocolUpdate } from '#contract/protocols/protocol.ts';
import {
  applyServerProtocol,
  type EditBase,
  type ProtocolEdit,
  protocolQuery,
  type Side,
  updateProtocol,
} from '#src/data/protocol/index.ts';
import {
  ApiError,
  mutate,
  type OutboxRow,
  resolveMutation,
  type Unsent,
  useOpenForm,
  variablesOf,
} from '#src/sync/index.ts';
import { type Conflict, compareEdit, parseProtocol, resolvedEdit } from './protocol-conflict.ts';

interface SaveOptions {
  /** Queued mutations that the person saw in the edited data. */
  basedOn?: Unsent | undefined;
  /** Queued mutation that is resolved instead of making a new one. */
  resolves?: OutboxRow | undefined;
  /** `isKept`: the change waits on this device. */
  onSaved: (isKept: boolean) => void;
}

/**
 * Saves a part of a protocol, based on its version when editing began. If somebody changed that part meanwhile, there
 * is a conflict, which keeps the typed text and lets the person choose part by part.
 */
export function useProtocolSave(base: EditBase, { basedOn, resolves, onSaved }: SaveOptions) {
  const client = useQueryClient();
  const form = useOpenForm();
  const [conflict, setConflict] = useState<Conflict>();
  const fresh = () =>
    client.fetchQuery({ ...protocolQuery(base.id), staleTime: 0, networkMode: 'always', retry: false });

  const save = useMutation({
    mutationFn: async (edit: ProtocolEdit): Promise<Conflict | boolean> => {
      if (resolves) {
        const task = variablesOf(updateProtocol, resolves)?.task;
        await resolveMutation(updateProtocol, resolves, { task, ...edit });
        return true;
      }
      try {
        return (await mutate(updateProtocol, edit, { form, basedOn: basedOn?.writes })).kept;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error;
        const theirs = parseProtocol(error.current) ?? (await fresh());
        // From now on the server's version is shown beside the form.
        void applyServerProtocol(client, base.id, theirs);
        return compareEdit(edit, theirs);
      }
    },
    onSuccess: (outcome) => {
      const isSaved = typeof outcome === 'boolean';
      setConflict(isSaved ? undefined : outcome);
      if (isSaved) onSaved(outcome);
    },
  });
  return {
    save: (change: ProtocolUpdate, about: Pick<ProtocolEdit, 'itemId' | 'people'> = { people: [] }) =>
      save.mutate({ base, change, ...about }),
    /** Saves the chosen combination over the server's version; false where none of the person's own changes remain. */
    resolve(choice: (key: string) => Side): boolean {
      const edit = conflict && resolvedEdit(conflict, choice);
      if (edit) save.mutate(edit);
      return edit !== undefined;
    },
    /** Returns to the form, which still holds the typed values. */
    reconsider: () => setConflict(undefined),
    busy: save.isPending,
    error: save.error,
    conflict,
  };
}

export type ProtocolSave = ReturnType<typeof useProtocolSave>;
