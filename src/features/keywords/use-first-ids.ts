import { useRef } from 'react';
import { outbox, useQueuedMutations } from '#src/sync/index.ts';

/**
 * Under which id a thing was first shown here. A provider that gives another one must not have its row drawn anew: what is
 * typed in it, and the focus, would be gone.
 */
export function useFirstIds(): (id: string) => string {
  const rows = useQueuedMutations();
  const made = useRef(new Set<string>());
  for (const { creates } of rows) if (creates !== undefined) made.current.add(creates);
  return (id) => [...made.current].find((first) => outbox.currentId(first) === id) ?? id;
}
