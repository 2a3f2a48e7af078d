// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/tasks/task.ts';
import '#src/app/registry.ts';
import { deleteProtocol, updateProtocol } from '#src/data/protocol/index.ts';
import { applyToList, applyToPage, type Mutation, type MutationState, type OutboxRow } from '#src/sync/index.ts';
import { type ShownTasks, taskCollection } from './collection.ts';
import { createTask, deleteTask, updateTask } from './mutations.ts';

const applyToTasks = (tasks: Task[], parent: string, rows: OutboxRow[]) =>
  applyToList(taskCollection, tasks, rows, { parent });
const applyToTaskPage = (
  page: Page<Task>,
  rows: OutboxRow[],
  { page: number, readAt, ...filter }: { page: number; readAt: number } & ShownTasks,
) => applyToPage(taskCollection, page, rows, { page: number, readAt, filter });

const row = <V>(kind: Pick<Mutation<V>, 'name'>, variables: V) =>
  ({ kind: kind.name, variables, id: `w-${kind.name}`, state: 'waiting' as MutationState }) as OutboxRow;
const report: Task = { id: 't1', status: 'new', title: 'Отчёт', protocol_id: 'p1', protocol_title: 'Совет' };
const fields = { title: 'Смета', assignee_id: 'u2', due_at: '2026-12-01T20:59:00Z', agenda_id: null };
const people = [{ id: 'u2', name: 'Орлова Елена' }];
const added = row(createTask, { id: 't2', protocolId: 'p1', protocolTitle: 'Совет', fields, people });
const page = { rows: [report], meta: { current_page: 1, per_page: 15, total: 1, has_next: false } };
const first = { page: 1, readAt: 0 };

test('a task is added, changed and removed at its place, with the name of its assignee', () => {
  const change = row(updateTask, { task: report, fields: { ...fields, status: 'done' as const }, people });
  const optimistic = applyToTasks([report], 'p1', [added, change]);
  expect(optimistic).toMatchObject([
    { id: 't1', title: 'Смета', status: 'done', assignee_name: 'Орлова Елена', unsent: { state: 'waiting' } },
    { id: 't2', status: 'new', title: 'Смета', assignee_name: 'Орлова Елена' },
  ]);
  expect(applyToTasks([report], 'p1', [row(deleteTask, { task: report })])).toEqual([]);
  expect(applyToTasks([], 'p2', [added])).toEqual([]);
});

test('a new task is first in the list, if it matches the search; a deleted protocol takes its tasks with it', () => {
  const optimistic = applyToTaskPage(page, [added], first);
  expect(optimistic?.rows.map(({ id }) => id)).toEqual(['t2', 't1']);
  expect(optimistic?.meta.total).toBe(2);
  expect(applyToTaskPage(page, [added], { ...first, search: 'склад' })?.rows).toHaveLength(1);
  const gone = row(deleteProtocol, { id: 'p1', title: 'Совет' });
  expect(applyToTaskPage(page, [added, gone], first)).toMatchObject({ rows: [], meta: { total: 0 } });
});

test('an unsent task is not in the list of a past day', () => {
  const shown = { ...first, ranked: true, on: '2020-03-20' };
  expect(applyToTaskPage(page, [added], shown)?.rows.map(({ id }) => id)).toEqual(['t1']);
  expect(applyToTaskPage(page, [added], { ...shown, on: '2099-03-20' })?.rows).toHaveLength(2);
});

test('a renamed protocol has its new title beside its tasks', () => {
  const edit = row(updateProtocol, { base: { id: 'p1' }, change: { title: 'Совет директоров' }, people: [] });
  expect(applyToTaskPage(page, [edit], first)?.rows[0]?.protocol_title).toBe('Совет директоров');
});

test('in a server-ranked list an unsent task is sorted in, and a changed one stays though it no longer matches', () => {
  const task = (id: string, due_at: string | null, made: string): Task => ({
    ...{ id, due_at, status: 'new', created_at: `${made}T10:00:00Z`, protocol_id: 'p1' },
  });
  const rows = [
    task('a', '2026-03-01', '2026-02-01'),
    task('b', '2026-12-02', '2026-02-01'),
    task('c', null, '2026-02-01'),
  ];
  const read = { rows, meta: { ...page.meta, total: 3 } };
  const ranked = { ...first, ranked: true };
  const order = (writes: OutboxRow[], shown = {}) =>
    applyToTaskPage(read, writes, { ...ranked, ...shown })?.rows.map(({ id }) => id);
  expect(order([added])).toEqual(['a', 't2', 'b', 'c']);
  const done = row(updateTask, { task: rows[0] as Task, fields: { status: 'done' as const }, people: [] });
  expect(order([done])).toEqual(['b', 'c', 'a']);
  expect(order([done], { status: 'open' })).toEqual(['b', 'c', 'a']);
  expect(order([added], { status: 'done' })).toEqual(['a', 'b', 'c']);
  expect(order([added], { status: 'open' })).toEqual(['a', 't2', 'b', 'c']);
  const undated = row(createTask, {
    id: 't3',
    protocolId: 'p1',
    protocolTitle: 'Совет',
    fields: { ...fields, due_at: null },
    people,
  });
  expect(order([undated])).toEqual(['a', 'b', 't3', 'c']);
});

test('a refused deletion of a protocol leaves the tasks on its own page unmarked', () => {
  const refused = { ...row(deleteProtocol, { id: 'p1', title: 'Совет' }), state: 'failed' as const };
  expect(applyToTasks([report], 'p1', [refused])).toEqual([report]);
  expect(applyToTaskPage(page, [refused], first)?.rows[0]).toMatchObject({ unsent: { state: 'failed' } });
});

test('a cached list of another protocol, or of earlier tasks, gets no new task', () => {
  expect(taskCollection.holding(['tasks', { page: 1 }])).toEqual({});
  expect(taskCollection.holding(['tasks', { protocolId: 'p1' }])).toEqual({ parent: 'p1' });
  expect(taskCollection.holding(['tasks', { earlierThan: 'p1' }])).toEqual({ parent: '' });
  expect(taskCollection.holding(['protocol', 'p1'])).toEqual({ field: 'tasks', parent: 'p1' });
  expect(taskCollection.holding(['protocol', 'p1', 'members'])).toBeUndefined();
});
