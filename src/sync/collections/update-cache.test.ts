// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { createQueryClient } from '../cache/query-client.ts';
import { entityType } from './change.ts';
import { defineCollection } from './collection.ts';
import type { Mutation } from './mutation.ts';
import { register } from './registry.ts';
import { settle } from './update-cache.ts';

interface Note {
  id: string;
  text: string;
  board: string;
}

const notes = entityType<Note>('note');
const described = { call: {} as Call, prepare: () => ({ scope: 'note', subject: 'n1', title: 'Заметка' }) };
const add: Mutation<Note> = {
  ...described,
  name: 'note.create',
  changes: (note) => [notes.create(note.id, () => note, { parent: note.board })],
  invalidates: () => [['counts']],
};
const edit: Mutation<Note> = {
  ...described,
  name: 'note.update',
  changes: (note) => [notes.update(note.id, () => note, { base: note })],
};
const remove: Mutation<Note> = {
  ...described,
  name: 'note.delete',
  changes: ({ id }) => [notes.remove(id)],
};

register({
  mutations: [add, edit, remove],
  collections: [
    defineCollection<Note, string>({
      entity: notes,
      idOf: ({ id }) => id,
      holding([name, of]) {
        if (name === 'notes') return { filter: of as string | undefined };
        if (name === 'board') return { field: 'notes', parent: String(of) };
        return name === 'note' ? {} : undefined;
      },
      keyOf: (id) => ['note', id],
      matches: ({ text }, filter) => !filter || text.includes(filter),
    }),
  ],
});

const first: Note = { id: 'n1', text: 'смета', board: 'b1' };
const second: Note = { id: 'n2', text: 'отпуск', board: 'b2' };
const readAt = Date.parse('2026-11-25T10:00:00Z');

/** A cache in which all of this was read at one moment. */
function filled() {
  const client = new QueryClient();
  const entries = {
    all: [['notes'], [first]],
    filtered: [['notes', 'смета'], [first]],
    page: [['notes', ''], { rows: [first], meta: { current_page: 1, per_page: 15, has_next: false, total: 7 } }],
    board: [['board', 'b1'], { title: 'Доска', notes: [first] }],
    other: [['board', 'b2'], { title: 'Другая', notes: [] }],
    one: [['note', 'n1'], first],
    counts: [['counts'], { notes: 7 }],
  } as const;
  for (const [key, data] of Object.values(entries)) client.setQueryData(key, data, { updatedAt: readAt });
  const read = (name: keyof typeof entries) => client.getQueryData(entries[name][0]);
  const state = (name: keyof typeof entries) => client.getQueryState(entries[name][0]);
  return { client, read, state };
}

test('a new entity is added to the lists it matches, and to no page of a paged list', async () => {
  const { client, read, state } = filled();
  await settle(client, { kind: add.name, variables: second, reply: {} });
  expect(read('all')).toEqual([first, second]);
  expect(read('filtered')).toEqual([first]);
  expect(read('page')).toMatchObject({ rows: [first], meta: { total: 7 } });
  expect(read('board')).toMatchObject({ notes: [first] });
  expect(read('other')).toMatchObject({ notes: [second] });
  expect(state('counts')?.isInvalidated).toBe(true);
});

test('an updated entity changes in every query, and leaves a list that it no longer matches', async () => {
  const { client, read, state } = filled();
  const changed = { ...first, text: 'отчёт' };
  await settle(client, { kind: edit.name, variables: changed, reply: undefined });
  expect(read('all')).toEqual([changed]);
  expect(read('filtered')).toEqual([]);
  expect(read('board')).toMatchObject({ title: 'Доска', notes: [changed] });
  expect(read('one')).toEqual(changed);
  // The data keeps the time at which it was read, so that a count which depends on that time is not applied twice.
  expect(state('all')?.dataUpdatedAt).toBe(readAt);
});

test('a removed entity leaves lists and pages, its own queries are dropped', async () => {
  const { client, read } = filled();
  await settle(client, { kind: remove.name, variables: first, reply: undefined });
  expect(read('all')).toEqual([]);
  expect(read('page')).toMatchObject({ rows: [], meta: { total: 6 } });
  expect(read('one')).toBeUndefined();
  expect(read('counts')).toEqual({ notes: 7 });
});

test('a mutation that is not registered changes nothing', async () => {
  const { client, read } = filled();
  await settle(client, { kind: 'note.unknown', variables: first, reply: undefined });
  expect(read('all')).toEqual([first]);
});

test('a new entity without a known reply is added nowhere, and the queries are refetched', async () => {
  const { client, read, state } = filled();
  await settle(client, { kind: add.name, variables: second, reply: undefined });
  expect(read('all')).toEqual([first]);
  expect(state('counts')?.isInvalidated).toBe(true);
});

test('a mutation sent before a query was read is not applied to its data, a later one is', async () => {
  const { client, read } = filled();
  const settled = { kind: edit.name, variables: { ...first, text: 'отчёт' }, reply: undefined };
  await settle(client, { ...settled, sentAt: readAt - 1 });
  expect(read('all')).toEqual([first]);
  await settle(client, { ...settled, sentAt: readAt + 1 });
  expect(read('all')).toEqual([{ ...first, text: 'отчёт' }]);
});

test('an answer that arrived after the mutation was taken, but was asked for before, gets the change', async () => {
  const client = createQueryClient();
  const answer = Promise.withResolvers<Note[]>();
  const read = client.fetchQuery({ queryKey: ['notes'], queryFn: () => answer.promise });
  const sentAt = Date.now() + 1;
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(sentAt));
  answer.resolve([first]);
  await read;
  await settle(client, { kind: edit.name, variables: { ...first, text: 'отчёт' }, reply: {}, sentAt });
  expect(client.getQueryData(['notes'])).toEqual([{ ...first, text: 'отчёт' }]);
  client.clear();
});
