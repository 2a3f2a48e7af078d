import type { ProtocolUpdate } from '#contract/protocol.ts';
import type { ProtocolEdit } from './edit-base.ts';
import { mergeProtocol } from './merge.ts';
import { editableFields } from './update-body.ts';

type Fields = Record<string, unknown>;

/** The protocol as an earlier mutation would have left it, and as it leaves it now. */
interface Rebased {
  before: Fields | undefined;
  after: Fields | undefined;
  /** A person has decided a conflict, so no rebase is needed. */
  isDecided: boolean;
}

/**
 * Rebases an edit of a protocol, which contains the whole agenda as its form showed it, including unsent changes.
 * Removes what an earlier mutation of this protocol had contributed and no longer does; changes of this edit itself are
 * kept. Returns null if nothing is left, undefined if the edit stays as it is.
 */
export function rebaseEdit(edit: ProtocolEdit, { before, after, isDecided }: Rebased): ProtocolEdit | null | undefined {
  if (!before || !after || isDecided) return undefined;
  const difference = Object.fromEntries(editableFields.map((name) => [name, after[name]])) as ProtocolUpdate;
  const base = { ...edit.base, ...mergeProtocol(before, difference, edit.base, mine) };
  const change = mergeProtocol(edit.base, edit.change, base, mine);
  return Object.keys(change).length === 0 ? null : { ...edit, base, change };
}

const mine = () => 'mine' as const;
