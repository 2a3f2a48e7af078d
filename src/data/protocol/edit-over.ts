import type { Protocol } from '#contract/protocol.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { editBase, type ProtocolEdit } from './edit-base.ts';
import { mergeProtocol } from './merge.ts';

/** An edit that is ready to be queued. */
export interface EditOver {
  edit: ProtocolEdit;
  /** Ids of the queued mutations that it is based on. */
  basedOn: readonly string[];
}

/**
 * Bases an edit that was begun earlier on the current protocol, so that changes of other parts by anybody are kept.
 * Returns undefined if nothing is left to write. If somebody changed the same part, the edit keeps its old base, so
 * that the server reports the conflict; a server without versions never does.
 */
export function editOver(edit: ProtocolEdit, now: Optimistic<Protocol>): EditOver | undefined {
  let isBoth = false;
  const change = mergeProtocol(edit.base, edit.change, now, (difference) => {
    isBoth ||= difference.isBoth;
    return 'mine';
  });
  if (Object.keys(change).length === 0) return undefined;
  if (isBoth && typeof edit.base.version === 'number') return { edit, basedOn: [] };
  return { edit: { ...edit, base: editBase(now), change }, basedOn: now.unsent?.writes ?? [] };
}
