import { replaceEqualDeep } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { withoutBlocks } from '#contract/protocols/formatted-text.ts';
import {
  type AgendaItem,
  agendaItem,
  type Protocol,
  type ProtocolCreate,
  type ProtocolUpdate,
  protocolExtraFields,
} from '#contract/protocols/protocol.ts';
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
import { agendaChanges, type EditBase, joinEdits, type ProtocolEdit, rebaseEdit } from './edits.ts';
import { mergeProtocol } from './merge-edits.ts';
import { type editableFields, protocolPutBody } from './protocol-put-body.ts';
import { applyEditReply, protocolListQuery, protocolQuery, staleWithProtocols } from './queries.ts';
import { protocolTitle } from './title.ts';

const { meeting: meetings, protocol: protocols, task: tasks } = entities;

export type NewProtocolFields = Pick<ProtocolCreate, 'title' | (typeof editableFields)[number]>;

export interface NewProtocol {
  id: string;
  fields: NewProtocolFields;
  /** Chairman and speakers, with names. */
  people: NamedPerson[];
  /** The version that a server with versions assigns to a new protocol; undefined for a provider without versions. */
  version: number | undefined;
  createdAt: string;
}

/** POST /protocols with a client-generated id. */
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
    // Initial counts of the new row; counts from the server take precedence.
    protocols.count(made.id, (row) => ({ tasks_total: 0, tasks_done: 0, members_total: 0, ...row }), {
      isUnmarked: true,
    }),
    // A meeting from which a protocol is created is linked to it, unless the server refuses the creation.
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
    // This is the final id: a provider may have assigned another one.
    const { id } = made;
    client.setQueryData(protocolQuery(id).queryKey, (old) => old ?? { ...newProtocol(made), ...reply });
    // A provider may not embed these; they are known to be empty, so nothing has to be loaded.
    client.setQueryData(protocolTasksQuery(id).queryKey, (old) => old ?? []);
    client.setQueryData(membersQuery(id).queryKey, (old) => old ?? []);
    await Promise.all([
      client.fetchQuery({ ...protocolQuery(id), staleTime: 0 }).catch(() => undefined),
      // The list is likely to be opened next, possibly without a connection.
      client.refetchQueries({ queryKey: protocolListQuery().queryKey, type: 'inactive' }),
      invalidate(client, staleWithProtocols),
    ]);
  },
});

/** PUT /protocols/{id}: the changes, with the version that they are based on. */
export const updateProtocol = defineMutation({
  name: 'protocol.update',
  call: calls.updateProtocol,
  prepare({ base, change, itemId, task }: ProtocolEdit) {
    const { agenda, ...body } = protocolPutBody(base, change);
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
      // A chairman also becomes a member, and a number may be normalised: only a full reply shows this.
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
      // The choice in a conflict is based on the server's state, with which the later edit is compared anyway.
      isDecided: now !== undefined && was.state === 'conflict',
    }),
});

/** DELETE /protocols/{id}; a 404 counts as success. */
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

/** Returns the protocol with an edit applied; parts that the person did not change stay as on the server. */
function merged(base: EditBase, { agenda, ...head }: ProtocolUpdate, known: Protocol): Protocol {
  // A row of a list has no agenda to which an edit could be applied.
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

/** Returns the fields of a protocol after a queued mutation; undefined for a mutation of another kind. */
function fieldsAfter(row: OutboxRow): Record<string, unknown> | undefined {
  const edit = variablesOf(updateProtocol, row);
  return edit ? { ...edit.base, ...edit.change } : variablesOf(createProtocol, row)?.fields;
}

/** Returns a protocol that exists only on this device. */
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

/** Returns the whole agenda as plain text, for any server, and its changes for a server with `agenda-changes`. */
function writtenAgenda(base: EditBase, agenda: AgendaItem[]): Pick<PreparedMutation, 'encoded' | 'deltaBody'> {
  const encoded = { agenda: agenda.map((item) => withoutBlocks(encodedItem(item))) };
  if (typeof base.version !== 'number') return { encoded };
  const { items, order } = agendaChanges(base.agenda ?? [], agenda);
  const changes = { items: items.map(encodedItem), ...(order ? { order } : {}) };
  return { encoded, deltaBody: { capability: 'agenda-changes', field: 'agenda', body: { agenda_changes: changes } } };
}

const encodedItems = new WeakMap<AgendaItem, object>();

/**
 * Encodes an agenda item for the server. The result is cached, since a save changes one of hundreds; if encoding
 * changes nothing, it is the same object, so that it is stored only once.
 */
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
