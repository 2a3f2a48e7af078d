import { useMemo } from 'react';
import { useUploads } from '#src/data/recording/index.ts';
import { useOfflineReason, useOnline, useQueuedMutations } from '#src/sync/index.ts';
import { countQueue, type QueueCount } from './queue-count.ts';
import { type QueueStatus, queueStatus } from './queue-status.ts';

/** How much is unsent, changes and videos alike. */
export function useQueueCount(): QueueCount {
  const queued = useQueuedMutations();
  const uploads = useUploads();
  const online = useOnline();
  return useMemo(() => countQueue(queued, uploads, online), [queued, uploads, online]);
}

/** The connection and the queue in one state and its words. */
export function useQueueStatus(): QueueStatus {
  const count = useQueueCount();
  const offlineReason = useOfflineReason();
  return useMemo(() => queueStatus(count, offlineReason), [count, offlineReason]);
}
