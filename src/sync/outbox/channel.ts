import type { MutationFault, OutboxRow } from '../store/outbox-row.ts';

/** What the tabs and the worker of a browser tell each other of the outbox. */
export type OutboxMessage =
  /** What is kept changed. */
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
