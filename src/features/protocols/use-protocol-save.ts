import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import type { Protocol, ProtocolUpdate } from '#contract/protocol.ts';
import { api } from '#src/lib/api.ts';
import { ApiError } from '#src/lib/api-errors.ts';
import { protocolQuery, takeProtocol } from '#src/lib/queries/protocols.ts';
import { written } from '#src/lib/written.ts';
import { updateBody } from '#src/lib/writes/update-body.ts';

interface Saving {
  /** What is to change, told from the protocol that it is laid upon. */
  change: (base: Protocol) => ProtocolUpdate;
  /** Lay it upon what the server has now, whoever wrote that. */
  over?: boolean;
}

/**
 * Saves a part of a protocol as it was when the editing began. One that somebody changed meanwhile is a conflict, which
 * keeps what was typed and leaves the choice to the person.
 */
export function useProtocolSave(base: Protocol, onSaved: () => void) {
  const client = useQueryClient();
  const sent = useRef<{ key: string; text: string }>(undefined);
  const fresh = () =>
    client.fetchQuery({ ...protocolQuery(base.id), staleTime: 0, networkMode: 'always', retry: false });

  const save = useMutation({
    mutationFn: async ({ change, over = false }: Saving) => {
      const under = over ? await fresh() : base;
      const body = updateBody(under, change(under));
      const text = JSON.stringify(body);
      // The same again is a repeat: an answer that was lost must not look like a conflict with oneself.
      if (sent.current?.text !== text) sent.current = { key: uuidv7(), text };
      const { key } = sent.current;
      return written(api(calls.updateProtocol, { params: { id: base.id }, idempotencyKey: key, body }));
    },
    onSuccess: (changed) => {
      onSaved();
      return takeProtocol(client, base.id, changed);
    },
  });
  const conflict = save.error instanceof ApiError && save.error.code === 'version_conflict';
  return { save: save.mutate, busy: save.isPending, error: conflict ? null : save.error, conflict, fresh };
}

export type ProtocolSave = ReturnType<typeof useProtocolSave>;
