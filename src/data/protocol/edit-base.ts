import { type Protocol, protocol as protocolSchema } from '#contract/protocol.ts';
import { editableFields } from './update-body.ts';

/** What an edit is made over: the fields that can be changed, the version, and what this version does not know. */
export type EditBase = Pick<Protocol, 'id' | 'version' | 'title' | 'number' | 'agenda'> & Record<string, unknown>;

/** The part of a protocol that an edit keeps, to tell later what the person changed and what somebody else did. */
export function editBase(protocol: Protocol): EditBase {
  const known = new Set<string>(['id', 'version', ...editableFields]);
  const { unsent: _unsent, ...rest } = protocol;
  const kept = Object.entries(rest).filter(([name]) => known.has(name) || !(name in protocolSchema.shape));
  return { ...Object.fromEntries(kept), id: protocol.id };
}
