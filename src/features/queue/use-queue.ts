import { useMemo, useSyncExternalStore } from 'react';
import { useUploads } from '#src/data/recording/index.ts';
import { outbox, uploads, useOfflineReason, useOnline, useQueuedMutations } from '#src/sync/index.ts';
import { useHasLasted } from '#src/ui/index.ts';
import { countQueue, type QueueCount } from './queue-count.ts';
import { type QueueStatus, queueStatus } from './queue-status.ts';

/** Returns how much is unsent, changes and videos alike. */
export function useQueueCount(): QueueCount {
  const queued = useQueuedMutations();
  const uploads = useUploads();
  const online = useOnline();
  return useMemo(() => countQueue(queued, uploads, online), [queued, uploads, online]);
}

/** Whether all unsent mutations and uploads of the device have been read. */
export function isQueueRead(): boolean {
  return outbox.isRead() && uploads.isRead();
}

/** State of that reading; `unread` where it takes longer than on any device that answers. */
export function useQueueReading(): 'read' | 'reading' | 'unread' {
  const isRead = useSyncExternalStore(subscribe, isQueueRead);
  const hasLasted = useHasLasted(isRead, glance);
  if (isRead) return 'read';
  return hasLasted ? 'unread' : 'reading';
}

/** Calls back once the queue has been read, or after `glance` milliseconds. */
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

/** Milliseconds that the reading may take before the person is told. */
const glance = 500;

function subscribe(listener: () => void): () => void {
  const stops = [outbox.subscribe(listener), uploads.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the combined state of the connection and the queue, with its words. */
export function useQueueStatus(): QueueStatus {
  const count = useQueueCount();
  const offlineReason = useOfflineReason();
  const isRead = useQueueReading() !== 'unread';
  return useMemo(() => queueStatus(count, offlineReason, isRead), [count, offlineReason, isRead]);
}
