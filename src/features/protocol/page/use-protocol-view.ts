import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import {
  applyToProtocol,
  findListedProtocol,
  isToBeDeleted,
  protocolQuery,
  unsentCreation,
} from '#src/data/protocol/index.ts';
import { runningRecording } from '#src/data/recording/index.ts';
import { ApiError, type Optimistic, outbox, useQueuedMutations, useQueueKnown } from '#src/sync/index.ts';
import { hasUnsaved } from '#src/ui/index.ts';
import { useEqual } from './use-stable.ts';

/** A protocol that can be shown. */
export interface ReadyView {
  kind: 'ready';
  protocol: Optimistic<Protocol>;
  /** Whether only its row in a list is loaded. */
  isListRowOnly: boolean;
  /** Whether the server answered 404: the protocol stays shown while somebody is working in it. */
  isMissing: boolean;
}

/** The screens of a protocol. */
type ProtocolView =
  | ReadyView
  /** Its deletion is queued on this device. */
  | { kind: 'deleted' }
  /** The server does not have the protocol; `protocol` is what the device knows of it. */
  | { kind: 'missing'; protocol: Optimistic<Protocol> | undefined }
  /** It could not be read, or cannot without a connection. */
  | { kind: 'failed' }
  | { kind: 'loading' };

export type ProtocolQuery = ReturnType<typeof useProtocol>['query'];

/** Chooses the screen of a protocol. While somebody types or records, the screen stays, whatever is read meanwhile. */
export function useProtocolView(requestedId: string) {
  const { id, query, protocol, isQueueLoaded, isDeletionQueued, isListRowOnly, isMissing } = useProtocol(requestedId);
  const visit = useVisit(id);
  /** Id of the protocol that was shown here before its deletion was queued. */
  const shownId = useRef<string>(undefined);
  if (protocol && !isDeletionQueued) shownId.current = id;
  /** Last view of this visit, kept while somebody is at work. */
  const last = useRef<{ visit: string; kind: 'missing' | 'ready' }>(undefined);

  const view = ((): ProtocolView => {
    // When the deletion is made on this screen, it navigates away by itself.
    if (isDeletionQueued && shownId.current !== id) return { kind: 'deleted' };
    const isAtWork = hasUnsaved() || runningRecording() !== undefined;
    const kept = isAtWork && last.current?.visit === visit ? last.current.kind : undefined;
    if (kept === 'missing' || (isMissing && !(kept === 'ready' && protocol))) return { kind: 'missing', protocol };
    if (protocol) return { kind: 'ready', protocol, isListRowOnly, isMissing };
    const isStuck = query.isError || query.fetchStatus === 'paused';
    return { kind: isQueueLoaded && isStuck ? 'failed' : 'loading' };
  })();
  if (view.kind === 'missing' || view.kind === 'ready') last.current = { visit, kind: view.kind };
  return { id, visit, query, view };
}

/**
 * Returns an id that stays the same while one protocol is shown, also when a provider gives it another id meanwhile.
 */
function useVisit(id: string): string {
  const first = useRef(id);
  if (id !== first.current && id !== outbox.currentId(first.current)) first.current = id;
  return first.current;
}

/** Reads a protocol with queued mutations applied; made of unsent mutations alone while the server has none. */
function useProtocol(requestedId: string) {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  // A provider may have given the protocol another id than this device did.
  const id = outbox.currentId(requestedId);
  const isQueueLoaded = useQueueKnown();
  // The server is not asked for a protocol that it does not have yet, or that is being deleted.
  const isUnsent = unsentCreation(rows, id) !== undefined;
  const isDeletionQueued = isToBeDeleted(rows, id);
  const query = useQuery({
    ...protocolQuery(id),
    enabled: isQueueLoaded && !isUnsent && !isDeletionQueued,
    placeholderData: () => findListedProtocol(client, id),
  });
  const { data } = query;
  // A mutation of something else makes an equal protocol: the screen is not drawn for it.
  const protocol = useEqual(useMemo(() => applyToProtocol(data, id, rows), [data, id, rows]));
  const isMadeHere = !data && protocol !== undefined;
  return {
    /** Current id of the protocol. */
    id,
    query,
    protocol,
    isQueueLoaded,
    isDeletionQueued,
    isListRowOnly: query.isPlaceholderData && !isMadeHere,
    isMissing: !isMadeHere && query.error instanceof ApiError && query.error.status === 404,
  };
}
