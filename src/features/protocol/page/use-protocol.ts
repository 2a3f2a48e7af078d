import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  applyToProtocol,
  findListedProtocol,
  isToBeDeleted,
  protocolQuery,
  unsentCreation,
} from '#src/data/protocol/index.ts';
import { ApiError, outbox, useQueuedMutations, useQueueKnown } from '#src/sync/index.ts';

/** A protocol with queued mutations applied; made of unsent writes alone while the server has none. */
export function useProtocol(asked: string) {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  // A provider may have given it another id than this device.
  const id = outbox.currentId(asked);
  const isKnown = useQueueKnown();
  // The server is not asked for what it does not have yet, or no longer.
  const isUnsent = unsentCreation(rows, id) !== undefined;
  const isGone = isToBeDeleted(rows, id);
  const query = useQuery({
    ...protocolQuery(id),
    enabled: isKnown && !isUnsent && !isGone,
    placeholderData: () => findListedProtocol(client, id),
  });
  const { data } = query;
  const protocol = useMemo(() => applyToProtocol(data, id, rows), [data, id, rows]);
  const isMadeHere = !data && protocol !== undefined;
  return {
    /** The id that it has now. */
    id,
    query,
    protocol,
    isKnown,
    isGone,
    /** Only the row of the list is there yet. */
    partial: query.isPlaceholderData && !isMadeHere,
    isMissing: !isMadeHere && query.error instanceof ApiError && query.error.status === 404,
  };
}
