import { replaceEqualDeep } from '@tanstack/react-query';
import {
  type AgendaChanges,
  type AgendaItem,
  type Protocol,
  type ProtocolUpdate,
  protocol as protocolSchema,
} from '#contract/protocols/protocol.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import type { NewTask } from '#src/data/task/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { mergeProtocol } from './merge-edits.ts';
import { editableFields } from './protocol-put-body.ts';

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
  let isChangedOnBothSides = false;
  const change = mergeProtocol(edit.base, edit.change, now, (difference) => {
    isChangedOnBothSides ||= difference.isChangedOnBothSides;
    return 'mine';
  });
  if (Object.keys(change).length === 0) return undefined;
  if (isChangedOnBothSides && typeof edit.base.version === 'number') return { edit, basedOn: [] };
  return { edit: { ...edit, base: editBase(now), change }, basedOn: now.unsent?.writes ?? [] };
}

/**
 * Joins an edit of an agenda item with a later edit of the same item that is based on it; undefined for other edits.
 */
export function joinEdits(earlier: ProtocolEdit, later: ProtocolEdit): ProtocolEdit | undefined {
  if (!earlier.change.agenda || earlier.itemId === undefined || earlier.itemId !== later.itemId) return undefined;
  const people = new Map([...earlier.people, ...later.people].map((person) => [person.id, person]));
  return { ...earlier, change: { ...earlier.change, ...later.change }, people: [...people.values()] };
}

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

/**
 * Returns the changes of an agenda: the new and changed items, and the new order if items were added, removed or moved.
 */
export function agendaChanges(before: readonly AgendaItem[], after: readonly AgendaItem[]): AgendaChanges {
  const known = new Map(before.map((item) => [item.id, item]));
  const items = after.filter((item) => {
    const was = known.get(item.id);
    return was !== item && (!was || replaceEqualDeep(was, item) !== was);
  });
  const isMoved = before.length !== after.length || before.some(({ id }, index) => id !== after[index]?.id);
  return { items, ...(isMoved ? { order: after.map(({ id }) => id) } : {}) };
}
