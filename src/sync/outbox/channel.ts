import type { MutationFault, OutboxRow } from '../store/outbox-row.ts';

/** Messages about the outbox between the tabs and the worker of a browser. */
export type OutboxMessage =
  /** The kept rows have changed. */
  | { type: 'changed'; ownerId: string }
  | { type: 'sent'; row: OutboxRow; reply: unknown }
  /** Refused, kept as failed: the tab whose form is still open takes it back. */
  | { type: 'refused'; row: OutboxRow; fault: MutationFault };

export interface OutboxChannel {
  post(message: OutboxMessage): void;
  listen(listener: (message: OutboxMessage) => void): void;
  close(): void;
}

export function createOutboxChannel(): OutboxChannel {
  const channel = new BroadcastChannel('protokol-outbox');
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<OutboxMessage>) => listener(event.data)),
    close: () => channel.close(),
  };
}
