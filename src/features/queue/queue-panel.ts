import { createStore, useStore } from 'zustand';

/** The mutations for which «Очередь отправки» is open over the screen; undefined while it is closed. */
export type QueuePanelState = { writes: readonly string[] } | undefined;

const panel = createStore<{ opened: QueuePanelState }>(() => ({ opened: undefined }));

/** Opens the queue over the screen, so that what is typed there stays. `writes` are scrolled into view. */
export function openQueue(writes: readonly string[] = []): void {
  panel.setState({ opened: { writes } });
}

export function closeQueue(): void {
  panel.setState({ opened: undefined });
}

export function useQueuePanel(): QueuePanelState {
  return useStore(panel, ({ opened }) => opened);
}
