import type { ProtocolUpdate } from '#contract/protocol.ts';
import { type OutboxRow, type Rebase, requestOf, variablesOf } from '#src/sync/index.ts';
import { mergeProtocol } from './merge.ts';
import { createProtocol, type ProtocolEdit, updateProtocol } from './mutations.ts';
import { editableFields } from './update-body.ts';

type Fields = Record<string, unknown>;

/**
 * An edit of a protocol carries the whole agenda as its form showed it, with what was unsent then. Takes out of it what
 * an earlier write of this protocol had brought there and does not bring any more; what this edit itself changed stays.
 */
export const rebaseEdit: Rebase = (later, was, now) => {
  const edit = variablesOf(updateProtocol, later);
  const before = fieldsAfter(was);
  const after = now ? fieldsAfter({ ...was, ...now }) : variablesOf(updateProtocol, was)?.base;
  // What is chosen in a conflict lies over the server's state, which the later edit is compared with by itself.
  if (!edit || !before || !after || (now && was.state === 'conflict')) return undefined;
  const moved = rebased(edit, before, after);
  return Object.keys(moved.change).length === 0 ? null : rowOfEdit(later, moved);
};

/** What a kept write becomes when it is to hold this edit. */
export function rowOfEdit({ request: before }: OutboxRow, edit: ProtocolEdit) {
  const prepared = updateProtocol.prepare(edit);
  const request = requestOf(updateProtocol, prepared);
  const version = before.body?.version;
  // The version that it goes with may have moved on since it was made.
  const body = { ...request.body, ...(version === undefined ? {} : { version }) };
  return { variables: edit, request: { ...request, body }, title: prepared.title, brings: prepared.addedIds };
}

function rebased(edit: ProtocolEdit, before: Fields, after: Fields): ProtocolEdit {
  const difference = Object.fromEntries(editableFields.map((name) => [name, after[name]])) as ProtocolUpdate;
  const base = { ...edit.base, ...mergeProtocol(before, difference, edit.base, mine) };
  return { ...edit, base, change: mergeProtocol(edit.base, edit.change, base, mine) };
}

const mine = () => 'mine' as const;

/** The protocol as a write leaves it; undefined of a write of another kind. */
function fieldsAfter(row: OutboxRow): Fields | undefined {
  const edit = variablesOf(updateProtocol, row);
  return edit ? { ...edit.base, ...edit.change } : variablesOf(createProtocol, row)?.fields;
}
