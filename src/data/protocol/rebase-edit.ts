import type { ProtocolUpdate } from '#contract/protocol.ts';
import type { ProtocolEdit } from './edit-base.ts';
import { mergeProtocol } from './merge.ts';
import { editableFields } from './update-body.ts';

type Fields = Record<string, unknown>;

/** The protocol as an earlier mutation was to leave it, and as it leaves it now. */
interface Rebased {
  before: Fields | undefined;
  after: Fields | undefined;
  /** A person decided a conflict: it needs no rebase. */
  isDecided: boolean;
}

/**
 * An edit of a protocol carries the whole agenda as its form showed it, with what was unsent then. Takes out of it what
 * an earlier mutation of this protocol had brought there and does not bring any more; what this edit itself changed stays.
 * Null where nothing of it is left, undefined where it stays as it is.
 */
export function rebaseEdit(edit: ProtocolEdit, { before, after, isDecided }: Rebased): ProtocolEdit | null | undefined {
  if (!before || !after || isDecided) return undefined;
  const difference = Object.fromEntries(editableFields.map((name) => [name, after[name]])) as ProtocolUpdate;
  const base = { ...edit.base, ...mergeProtocol(before, difference, edit.base, mine) };
  const change = mergeProtocol(edit.base, edit.change, base, mine);
  return Object.keys(change).length === 0 ? null : { ...edit, base, change };
}

const mine = () => 'mine' as const;
