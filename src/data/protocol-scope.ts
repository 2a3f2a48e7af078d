import { protocolAddress } from '#contract/protocol-address.ts';
import type { OutboxRow } from '#src/sync/index.ts';

/** Returns the scope of mutations of one protocol and all that belongs to it: they are sent in order. */
export function protocolScope(id: string): string {
  return `protocol:${id}`;
}

/** Returns the scope of mutations of its files: large files must not delay the texts of the protocol. */
export function protocolFilesScope(id: string): string {
  return `protocol-files:${id}`;
}

/** Returns the id of the protocol that a queued mutation belongs to; undefined for other entities. */
export function protocolOf({ scope }: Pick<OutboxRow, 'scope'>): string | undefined {
  return /^protocol(?:-files)?:(.*)$/s.exec(scope)?.[1];
}

/** Returns the address of the protocol that a queued mutation belongs to. */
export function addressOfMutation(row: Pick<OutboxRow, 'scope'>): string | undefined {
  const id = protocolOf(row);
  return id === undefined ? undefined : protocolAddress(id);
}
