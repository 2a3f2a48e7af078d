import { type Protocol, type ProtocolUpdate, protocol as protocolSchema } from '#contract/protocol.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import type { NewTask } from '#src/data/task/index.ts';
import { editableFields } from './update-body.ts';

/**
 * The version that an edit is based on: its editable fields, its version number, and fields unknown to this version.
 */
export type EditBase = Pick<Protocol, 'id' | 'version' | 'title' | 'number' | 'agenda'> & Record<string, unknown>;

export interface ProtocolEdit {
  /** The protocol when the editing began. */
  base: EditBase;
  change: ProtocolUpdate;
  /** The edited agenda item; undefined for the head, and for changes of the agenda as a whole. */
  itemId?: string | undefined;
  people: NamedPerson[];
  /** A task created with its agenda item, if the server supports `agenda-tasks`. */
  task?: NewTask | undefined;
}

/**
 * Returns the fields of a protocol that an edit stores, to distinguish later between own changes and those of others.
 */
export function editBase(protocol: Protocol): EditBase {
  const known = new Set<string>(['id', 'version', ...editableFields]);
  const { unsent: _unsent, ...rest } = protocol;
  const kept = Object.entries(rest).filter(([name]) => known.has(name) || !(name in protocolSchema.shape));
  return { ...Object.fromEntries(kept), id: protocol.id };
}
