import { useMemo } from 'react';
import { outbox } from '#src/sync/index.ts';
import { groupQueue, type QueueGroup } from './queue-groups.ts';
import { useUploads } from './use-uploads.ts';
import { useWrites } from './writes/use-writes.ts';

/** All that is unsent, put together by what it belongs to. */
export function useQueueGroups(): QueueGroup[] {
  const writes = useWrites();
  const uploads = useUploads();
  return useMemo(() => groupQueue(writes, uploads, outbox.currentId), [writes, uploads]);
}
