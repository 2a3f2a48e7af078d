import { useMemo } from 'react';
import { useUploads } from '#src/data/recording/index.ts';
import { outbox, useQueuedMutations } from '#src/sync/index.ts';
import { groupQueue, type QueueGroup } from './queue-groups.ts';

/** All that is unsent, put together by what it belongs to. */
export function useQueueGroups(): QueueGroup[] {
  const writes = useQueuedMutations();
  const uploads = useUploads();
  return useMemo(() => groupQueue(writes, uploads, outbox.currentId), [writes, uploads]);
}
