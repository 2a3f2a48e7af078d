import { updateProtocol } from '#src/data/protocol/index.ts';
import { type OutboxRow, variablesOf } from '#src/sync/index.ts';
import { type Conflict, conflictOf, readProtocol } from '../editing/use-protocol-save.ts';

/** Returns what a queued edit and the server have of a protocol; undefined where the server's version is unknown. */
export function queuedConflict(row: OutboxRow): Conflict | undefined {
  const edit = variablesOf(updateProtocol, row);
  const theirs = readProtocol(row.fault?.current);
  return edit && theirs && conflictOf(edit, theirs);
}
