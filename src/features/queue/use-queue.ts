import { useMemo, useSyncExternalStore } from 'react';
import { useUploads } from '#src/data/recording/index.ts';
import { outbox, uploads, useOfflineReason, useOnline, useQueuedMutations } from '#src/sync/index.ts';
import { useHasLasted } from '#src/ui/index.ts';
import { countQueue, type QueueCount } from './queue-count.ts';
import { type QueueStatus, queueStatus } from './queue-status.ts';

/** How much is unsent, changes and videos alike. */
export function useQueueCount(): QueueCount {
  const queued = useQueuedMutations();
  const uploads = useUploads();
  const online = useOnline();
  return useMemo(() => countQueue(queued, uploads, online), [queued, uploads, online]);
}

/** Whether all that the device holds unsent is known. */
export function isQueueRead(): boolean {
  return outbox.isRead() && uploads.isRead();
}

/** The same for a screen: `unread` where it takes longer than ever on a device that answers. */
export function useQueueReading(): 'read' | 'reading' | 'unread' {
  const isRead = useSyncExternalStore(subscribe, isQueueRead);
  const hasLasted = useHasLasted(isRead, glance);
  if (isRead) return 'read';
  return hasLasted ? 'unread' : 'reading';
}

/** Calls back once it is known, or has kept somebody waiting long enough. */
export function whenQueueRead(go: () => void): void {
  const stop = subscribe(check);
  const timer = setTimeout(end, glance);
  check();

  function check(): void {
    if (isQueueRead()) end();
  }
  function end(): void {
    stop();
    clearTimeout(timer);
    go();
  }
}

/** Milliseconds that the reading may take before it is spoken of. */
const glance = 500;

function subscribe(listener: () => void): () => void {
  const stops = [outbox.subscribe(listener), uploads.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The connection and the queue in one state and its words. */
export function useQueueStatus(): QueueStatus {
  const count = useQueueCount();
  const offlineReason = useOfflineReason();
  const isRead = useQueueReading() !== 'unread';
  return useMemo(() => queueStatus(count, offlineReason, isRead), [count, offlineReason, isRead]);
}
