import { type Protocol, type ProtocolUpdate, protocol as protocolSchema } from '#contract/protocol.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import type { NewTask } from '#src/data/task/index.ts';
import { editableFields } from './update-body.ts';

/** The version that an edit is made over: the fields that can be changed, the version, and what this version does not know. */
export type EditBase = Pick<Protocol, 'id' | 'version' | 'title' | 'number' | 'agenda'> & Record<string, unknown>;

export interface ProtocolEdit {
  /** As it was when the editing began. */
  base: EditBase;
  change: ProtocolUpdate;
  /** The question that was edited; undefined for the head, and for what was done to the agenda as a whole. */
  itemId?: string | undefined;
  people: NamedPerson[];
  /** A task that comes with its question, for a server that can `agenda-tasks`. */
  task?: NewTask | undefined;
}

/** The part of a protocol that an edit keeps, to tell later what the person changed and what somebody else did. */
export function editBase(protocol: Protocol): EditBase {
  const known = new Set<string>(['id', 'version', ...editableFields]);
  const { unsent: _unsent, ...rest } = protocol;
  const kept = Object.entries(rest).filter(([name]) => known.has(name) || !(name in protocolSchema.shape));
  return { ...Object.fromEntries(kept), id: protocol.id };
}
