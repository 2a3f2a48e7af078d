import type { OutboxRow } from '#src/sync/index.ts';

/** The scope of mutations of one protocol and of all that belongs to it: they are sent in their order. */
export function protocolScope(id: string): string {
  return `protocol:${id}`;
}

/** The scope of mutations of its files: large ones must not hold up the words of the protocol. */
export function protocolFilesScope(id: string): string {
  return `protocol-files:${id}`;
}

/** The id of the protocol that a queued mutation belongs to; undefined of another entity. */
export function protocolOf({ scope }: Pick<OutboxRow, 'scope'>): string | undefined {
  return /^protocol(?:-files)?:(.*)$/s.exec(scope)?.[1];
}

/** The address of the protocol that a queued mutation belongs to. */
export function protocolAddress(row: Pick<OutboxRow, 'scope'>): string | undefined {
  const id = protocolOf(row);
  return id === undefined ? undefined : `/main/protocols/${encodeURIComponent(id)}`;
}
