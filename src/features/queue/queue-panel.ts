import { createShownValue } from '#src/ui/index.ts';

/** Whether «Очередь отправки» is open over the screen, and on which writes; undefined while it is closed. */
export type QueuePanelState = { writes: readonly string[] } | undefined;

const panel = createShownValue<QueuePanelState>(undefined);

/** Opens the panel over whatever is shown: what is typed there stays. `writes` are brought into view. */
export function openQueue(writes: readonly string[] = []): void {
  panel.set({ writes });
}

export function closeQueue(): void {
  panel.set(undefined);
}

export const useQueuePanel: () => QueuePanelState = panel.useValue;
