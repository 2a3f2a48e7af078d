import type { Protocol } from '#contract/protocol.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { editBase, type ProtocolEdit } from './edit-base.ts';
import { mergeProtocol } from './merge.ts';

/** An edit as it is written now. */
export interface EditOver {
  edit: ProtocolEdit;
  /** The queued mutations that it was made over. */
  basedOn: readonly string[];
}

/**
 * An edit that was begun earlier, over what there is of the protocol by now: what others, and the person themself, did to
 * other parts of it meanwhile stays. Undefined where nothing of it is left to write. Where somebody changed the very part
 * too, it goes as it was begun, so that the server tells of the conflict; one that counts no versions never does.
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
