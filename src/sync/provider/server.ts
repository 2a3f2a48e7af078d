import type { Capability } from '#contract/health.ts';

/** Capabilities that a server named; none for a bare provider. */
export type Capabilities = ReadonlySet<string>;

/** A server as it answered just now. */
export type Server = { kind: 'known'; capabilities: Capabilities } | { kind: 'unreachable' };

/** Whether the server can do what the specification does not name. */
export function can(capabilities: Capabilities, capability: Capability): boolean {
  return capabilities.has(capability);
}

/**
 * Whether a repeat under the same key gets the first answer. Otherwise the outcome of an unanswered mutation is
 * unknown.
 */
export const remembersAnswers = (of: Capabilities): boolean => can(of, 'idempotency');

/** Whether new things keep the client's ids, and a change leaves unnamed fields alone. */
export const keepsIds = (of: Capabilities): boolean => can(of, 'client-ids');

/** Whether it is our own server: no other names anything that it can do. */
export const isOurs = (of: Capabilities): boolean => of.size > 0;

/** Whether the server tells which chunks it has. With another one the record of this device counts. */
export const tellsChunks = (of: Capabilities): boolean => can(of, 'upload-resume');
