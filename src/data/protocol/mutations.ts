import { replaceEqualDeep } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { withoutBlocks } from '#contract/formatted-text.ts';
import {
  type AgendaItem,
  agendaItem,
  type Protocol,
  type ProtocolCreate,
  type ProtocolUpdate,
  protocolExtraFields,
} from '#contract/protocol.ts';
import { entities } from '#src/data/entities.ts';
import { membersQuery } from '#src/data/member/index.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { newTaskBody, protocolTasksQuery, taskCreation } from '#src/data/task/index.ts';
import {
  defineMutation,
  invalidate,
  needsPerson,
  type OutboxRow,
  type PreparedMutation,
  variablesOf,
} from '#src/sync/index.ts';
import { agendaChanges } from './agenda-changes.ts';
import type { EditBase, ProtocolEdit } from './edit-base.ts';
import { joinEdits } from './join-edits.ts';
import { mergeProtocol } from './merge.ts';
import { applyEditReply, protocolListQuery, protocolQuery, staleWithProtocols } from './queries.ts';
import { rebaseEdit } from './rebase-edit.ts';
import { protocolTitle } from './title.ts';
import { type editableFields, updateBody } from './update-body.ts';

const { meeting: meetings, protocol: protocols, task: tasks } = entities;

export type NewProtocolFields = Pick<ProtocolCreate, 'title' | (typeof editableFields)[number]>;

export interface NewProtocol {
  id: string;
  fields: NewProtocolFields;
  /** Chairman and speakers. */
  people: NamedPerson[];
  /** The version that a server which counts them gives to what is new; undefined of a provider that counts none. */
  version: number | undefined;
  createdAt: string;
}

/** POST /protocols under an id of our own. */
export const createProtocol = defineMutation({
  name: 'protocol.create',
  call: calls.createProtocol,
  prepare: ({ id, fields }: NewProtocol) => ({
    scope: protocolScope(id),
    subject: id,
    creates: id,
    addedIds: (fields.agenda ?? []).map((item) => item.id),
    title: `Новый протокол «${fields.title}»`,
    body: { ...fields, id },
    extras: ['id', ...protocolExtraFields],
  }),
  changes: (made) => [
    protocols.create(made.id, () => newProtocol(made)),
    // Counts of the row that is made here; those that the server told stay.
    protocols.count(made.id, (row) => ({ tasks_total: 0, tasks_done: 0, members_total: 0, ...row }), {
      isUnmarked: true,
    }),
    // A protocol that is made of a meeting is its protocol from then on, unless the server refuses it.
    meetings.update(
      made.fields.meeting_id,
      (meeting, { row }) =>
        meeting.protocol_id || (row && needsPerson(row))
          ? meeting
          : { ...meeting, protocol_id: made.id, protocol_stage: 'no_video' as const },
      { isUnmarked: true },
    ),
  ],
  async updateCache(client, made, reply) {
    // Under the id that it has now: a provider may have given another one.
    const { id } = made;
    client.setQueryData(protocolQuery(id).queryKey, (old) => old ?? { ...newProtocol(made), ...reply });
    // A provider may not embed these: nobody has to wait for what is known to be empty.
    client.setQueryData(protocolTasksQuery(id).queryKey, (old) => old ?? []);
    client.setQueryData(membersQuery(id).queryKey, (old) => old ?? []);
    await Promise.all([
      client.fetchQuery({ ...protocolQuery(id), staleTime: 0 }).catch(() => undefined),
      // The list that is looked at next, also with no connection by then.
      client.refetchQueries({ queryKey: protocolListQuery().queryKey, type: 'inactive' }),
      invalidate(client, staleWithProtocols),
    ]);
  },
});

/** PUT /protocols/{id}: what was changed, over the version that it was changed in. */
export const updateProtocol = defineMutation({
  name: 'protocol.update',
  call: calls.updateProtocol,
  prepare({ base, change, itemId, task }: ProtocolEdit) {
    const { agenda, ...body } = updateBody(base, change);
    return {
      scope: protocolScope(base.id),
      subject: base.id,
      addedIds: [...newQuestions(base, change), ...(task ? [task.id] : [])],
      title: `Протокол «${protocolTitle({ ...base, ...change })}»: ${editWords(base, change, itemId)}${task ? ' с поручением' : ''}`,
      params: { id: base.id },
      extras: [...protocolExtraFields],
      body: { ...body, ...(task ? { new_task: newTaskBody(task) } : {}) },
      ...(task ? { needs: 'agenda-tasks' } : {}),
      ...(agenda ? writtenAgenda(base, agenda) : {}),
      // A chairman becomes a member too, and a number may be written another way: only the server can tell.
      preferMinimal: !task && Object.keys(change).every((name) => name === 'agenda'),
    };
  },
  changes: ({ base, change, task }) => [
    protocols.update(base.id, (known) => merged(base, change, known)),
    ...(task ? taskCreation(task) : []),
    ...(change.title === undefined ? [] : [titleInTasks(base.id, change.title)]),
  ],
  updateCache: (client, { base, change }, reply) =>
    applyEditReply(client, base.id, reply, (known) => merged(base, change, known)),
  join: joinEdits,
  rebase: (edit, was, now): ProtocolEdit | null | undefined =>
    rebaseEdit(edit, {
      before: fieldsAfter(was),
      after: now ? fieldsAfter({ ...was, ...now }) : variablesOf(updateProtocol, was)?.base,
      // What is chosen in a conflict lies over the server's state, which the later edit is compared with by itself.
      isDecided: now !== undefined && was.state === 'conflict',
    }),
});

/** DELETE /protocols/{id}; one that is gone already is what was wanted. */
export const deleteProtocol = defineMutation({
  name: 'protocol.delete',
  call: calls.deleteProtocol,
  prepare: ({ id, title }: { id: string; title: string }) => ({
    scope: protocolScope(id),
    subject: id,
    title: `Удалить протокол «${title}»`,
    params: { id },
    successStatuses: [404],
  }),
  changes: ({ id }) => [
    protocols.remove(id),
    tasks.remove(({ protocol_id }) => protocol_id === id, { isWithParent: true }),
  ],
  invalidates: () => staleWithProtocols,
  removed: ({ title }) => ({ message: 'Протокол удалён', detail: title }),
});

export const protocolMutations = [createProtocol, updateProtocol, deleteProtocol] as const;

/** The protocol with an edit in it: what the person did not change stays as the server has it. */
function merged(base: EditBase, { agenda, ...head }: ProtocolUpdate, known: Protocol): Protocol {
  // The row of a list has no agenda that an edit could be applied to.
  const change = agenda && known.agenda ? { ...head, agenda } : head;
  return { ...known, ...mergeProtocol(base, change, known, () => 'mine') } as Protocol;
}

function titleInTasks(id: string, title: string | null) {
  return tasks.update(
    (task) => task.protocol_id === id && Boolean(task.protocol_title),
    (task) => ({ ...task, protocol_title: title }),
    { isUnmarked: true },
  );
}

/** The protocol as a queued mutation leaves it; undefined of a mutation of another kind. */
function fieldsAfter(row: OutboxRow): Record<string, unknown> | undefined {
  const edit = variablesOf(updateProtocol, row);
  return edit ? { ...edit.base, ...edit.change } : variablesOf(createProtocol, row)?.fields;
}

/** What is known of a protocol that only this device has. */
export function newProtocol({ id, fields, version, createdAt }: NewProtocol): Protocol {
  return {
    ...fields,
    id,
    stage: 'no_video',
    agenda: fields.agenda ?? [],
    tasks: [],
    members: [],
    version,
    created_at: createdAt,
  };
}

/** The whole agenda, as plain text, for whoever knows no other, and what changed of it for a server that takes that. */
function writtenAgenda(base: EditBase, agenda: AgendaItem[]): Pick<PreparedMutation, 'encoded' | 'deltaBody'> {
  const encoded = { agenda: agenda.map((item) => withoutBlocks(encodedItem(item))) };
  if (typeof base.version !== 'number') return { encoded };
  const { items, order } = agendaChanges(base.agenda ?? [], agenda);
  const changes = { items: items.map(encodedItem), ...(order ? { order } : {}) };
  return { encoded, deltaBody: { capability: 'agenda-changes', field: 'agenda', body: { agenda_changes: changes } } };
}

const encodedItems = new WeakMap<AgendaItem, object>();

/** A question as the server gets it; of hundreds a save changes one. The very object where that is the same: kept once. */
function encodedItem(item: AgendaItem): object {
  const known = encodedItems.get(item) ?? replaceEqualDeep(item, z.encode(agendaItem, item));
  encodedItems.set(item, known);
  return known;
}

function newQuestions(base: EditBase, { agenda }: ProtocolUpdate): string[] {
  const before = new Set(base.agenda?.map(({ id }) => id));
  return (agenda ?? []).map(({ id }) => id).filter((id) => !before.has(id));
}

function editWords(base: EditBase, change: ProtocolUpdate, itemId: string | undefined): string {
  if (!change.agenda) return 'данные';
  if (itemId === undefined) return 'повестка';
  const item = [...change.agenda, ...(base.agenda ?? [])].find(({ id }) => id === itemId);
  return `вопрос «${item?.title || 'без названия'}»`;
}
