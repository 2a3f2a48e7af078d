import * as z from 'zod/mini';
import { type Protocol, protocol as protocolSchema } from '#contract/protocols/protocol.ts';
import {
  type Difference,
  differences,
  editBase,
  mergeProtocol,
  type ProtocolEdit,
  type Side,
  updateProtocol,
} from '#src/data/protocol/index.ts';
import { type OutboxRow, variablesOf } from '#src/sync/index.ts';

/** Two versions of a protocol that the person chooses between, part by part. */
export interface Conflict {
  edit: ProtocolEdit;
  /** The server's current version. */
  theirs: Protocol;
  differences: Difference[];
}

/** Returns the differences between an edit and the server's version. */
export function compareEdit(edit: ProtocolEdit, theirs: Protocol): Conflict {
  return { edit, theirs, differences: differences(edit.base, edit.change, theirs) };
}

/** Returns the conflict of a queued edit; undefined where the server's version is unknown. */
export function queuedConflict(row: OutboxRow): Conflict | undefined {
  const edit = variablesOf(updateProtocol, row);
  const theirs = parseProtocol(row.fault?.current);
  return edit && theirs && compareEdit(edit, theirs);
}

/**
 * Returns the edit that applies the person's choices to the server's version; undefined where every choice is the
 * server's.
 */
export function resolvedEdit({ edit, theirs }: Conflict, choice: (key: string) => Side): ProtocolEdit | undefined {
  const change = mergeProtocol(edit.base, edit.change, theirs, ({ key }) => choice(key));
  if (Object.keys(change).length === 0) return undefined;
  // A new item that the person drops takes the task along that came with it.
  const task = change.agenda?.some(({ id }) => id === edit.task?.fields.agenda_id) ? edit.task : undefined;
  return { ...edit, base: editBase(theirs), change, task };
}

/** Returns the server's version of the protocol from an answer; undefined where it has none. */
export function parseProtocol(wire: unknown): Protocol | undefined {
  const parsed = z.safeParse(protocolSchema, wire);
  return parsed.success ? parsed.data : undefined;
}
