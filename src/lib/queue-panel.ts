import { useSyncExternalStore } from 'react';

/** Whether «Очередь отправки» is open over the screen, and on which writes; undefined while it is closed. */
export type QueuePanelState = { writes: readonly string[] } | undefined;

const listeners = new Set<() => void>();
let current: QueuePanelState;

/** Opens the panel over whatever is shown: what is typed there stays. `writes` are brought into view. */
export function openQueue(writes: readonly string[] = []): void {
  change({ writes });
}

export function closeQueue(): void {
  change(undefined);
}

export function useQueuePanel(): QueuePanelState {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(next: QueuePanelState): void {
  current = next;
  for (const listener of listeners) listener();
}
