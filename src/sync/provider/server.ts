import type { Capability } from '#contract/health.ts';

/** What a server said that it can do; nothing beyond the specification with a bare provider. */
export type Capabilities = ReadonlySet<string>;

/** A server as it answered just now. */
export type Server = { kind: 'known'; capabilities: Capabilities } | { kind: 'unreachable' };

/** Whether the server can do what the specification does not name. */
export function can(capabilities: Capabilities, capability: Capability): boolean {
  return capabilities.has(capability);
}

/** A repeat gets the first answer by its key. Of another server nobody learns what became of a mutation without an answer. */
export const remembersAnswers = (of: Capabilities): boolean => can(of, 'idempotency');

/** New things keep the ids of this device, and a change leaves alone what it does not name. */
export const keepsIds = (of: Capabilities): boolean => can(of, 'client-ids');

/** Whether it is our own server: no other names anything that it can do. */
export const isOurs = (of: Capabilities): boolean => of.size > 0;

/** It tells which chunks it has. Of another server the record of this device is the truth. */
export const tellsChunks = (of: Capabilities): boolean => can(of, 'upload-resume');
