import { createStore, useStore } from 'zustand';

/** Whether «Очередь отправки» is open over the screen, and on which mutations; undefined while it is closed. */
export type QueuePanelState = { writes: readonly string[] } | undefined;

const panel = createStore<{ opened: QueuePanelState }>(() => ({ opened: undefined }));

/** Opens the panel over whatever is shown: what is typed there stays. `writes` are brought into view. */
export function openQueue(writes: readonly string[] = []): void {
  panel.setState({ opened: { writes } });
}

export function closeQueue(): void {
  panel.setState({ opened: undefined });
}

export function useQueuePanel(): QueuePanelState {
  return useStore(panel, ({ opened }) => opened);
}
