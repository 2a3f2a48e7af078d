import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import {
  type AgendaItem,
  agendaItem,
  type Protocol,
  type ProtocolCreate,
  type ProtocolUpdate,
} from '#contract/protocol.ts';
import { membersQuery } from '#src/data/member/index.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { createTask, type NewTask, newTaskBody, protocolTasksQuery } from '#src/data/task/index.ts';
import { defineMutation, type OutboxRow, type PreparedMutation, variablesOf } from '#src/sync/index.ts';
import { agendaChanges } from './agenda-changes.ts';
import type { EditBase } from './edit-base.ts';
import { mergeProtocol } from './merge.ts';
import { forgetProtocol, protocolListQuery, protocolQuery, refetchProtocols, takeEdited } from './queries.ts';
import { protocolTitle } from './title.ts';
import { type editableFields, updateBody } from './update-body.ts';

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

export interface ProtocolEdit {
  /** As it was when the editing began. */
  base: EditBase;
  change: ProtocolUpdate;
  /** The question that was edited; undefined for the head, and for what was done to the agenda as a whole. */
  itemId?: string | undefined;
  people: NamedPerson[];
  /** A task that comes with its question, for a server that can `agenda-tasks`. */
  task?: NewTask | undefined;
}

/** POST /protocols under an id of our own. */
export const createProtocol = defineMutation({
  name: 'protocol.create',
  call: calls.createProtocol,
  prepare: ({ id, fields }: NewProtocol) => ({
    scope: `protocol:${id}`,
    subject: id,
    creates: id,
    addedIds: (fields.agenda ?? []).map((item) => item.id),
    title: `Новый протокол «${fields.title}»`,
    body: { ...fields, id },
    extras: ['id'],
  }),
  async onSettled(client, made, reply) {
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
      refetchProtocols(client),
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
      scope: `protocol:${base.id}`,
      subject: base.id,
      addedIds: [...newQuestions(base, change), ...(task ? [task.id] : [])],
      title: `Протокол «${protocolTitle({ ...base, ...change })}»: ${editWords(base, change, itemId)}${task ? ' с поручением' : ''}`,
      params: { id: base.id },
      body: { ...body, ...(task ? { new_task: newTaskBody(task) } : {}) },
      ...(task ? { needs: 'agenda-tasks' } : {}),
      ...(agenda ? writtenAgenda(base, agenda) : {}),
      // A chairman becomes a member too, and a number may be written another way: only the server can tell.
      preferMinimal: !task && Object.keys(change).every((name) => name === 'agenda'),
    };
  },
  onSettled: (client, { base, change }, reply) =>
    takeEdited(client, base.id, reply, (known) => ({ ...known, ...mergeProtocol(base, change, known, () => 'mine') })),
});

/** DELETE /protocols/{id}; one that is gone already is what was wanted. */
export const deleteProtocol = defineMutation({
  name: 'protocol.delete',
  call: calls.deleteProtocol,
  prepare: ({ id, title }: { id: string; title: string }) => ({
    scope: `protocol:${id}`,
    subject: id,
    title: `Удалить протокол «${title}»`,
    params: { id },
    successStatuses: [404],
  }),
  onSettled: (client: QueryClient, { id }) => forgetProtocol(client, id),
});

export const protocolMutations = [createProtocol, updateProtocol, deleteProtocol] as const;

/** The new task that a write addedIds: by itself, or with its question; undefined of any other write. */
export function addedTask(row: Pick<OutboxRow, 'kind' | 'variables'>): NewTask | undefined {
  return variablesOf(createTask, row) ?? variablesOf(updateProtocol, row)?.task;
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

/** The whole agenda for whoever knows no other, and what changed of it for a server that takes that. */
function writtenAgenda(base: EditBase, agenda: AgendaItem[]): Pick<PreparedMutation, 'encoded' | 'deltaBody'> {
  const encoded = { agenda: agenda.map(encodedItem) };
  if (typeof base.version !== 'number') return { encoded };
  const { items, order } = agendaChanges(base.agenda ?? [], agenda);
  const changes = { items: items.map(encodedItem), ...(order ? { order } : {}) };
  return { encoded, deltaBody: { capability: 'agenda-changes', field: 'agenda', body: { agenda_changes: changes } } };
}

const encodedItems = new WeakMap<AgendaItem, unknown>();

/** A question as the server gets it; of hundreds a save changes one. The very object where that is the same: kept once. */
function encodedItem(item: AgendaItem): unknown {
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
