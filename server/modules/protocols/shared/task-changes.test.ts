import { expect, test } from 'vitest';
import type { AssignedTask } from './assigned-task-rows.ts';
import { joinedFacts, taskChanges } from './task-changes.ts';

const task = (more: Partial<AssignedTask> = {}): AssignedTask => ({
  ...{ first_id: 't', user_id: 'kim', status: 'new', title: 'Смета', due_at: '2026-12-01' },
  ...{ protocol_id: 'p', protocol_number: '12', protocol_title: 'О бюджете', ...more },
});
const map = (...rows: AssignedTask[]) => new Map(rows.map((row) => [row.first_id, row]));
const changesOf = (before: AssignedTask[], after: AssignedTask[]) =>
  taskChanges(map(...before), map(...after)).map((change) =>
    [change.kind, change.task.user_id, ...(change.kind === 'changed' ? change.changes : [])].join(' '),
  );

test.each<[string, AssignedTask[], AssignedTask[], string[]]>([
  ['one that comes', [], [task()], ['assigned kim']],
  ['one that is done already', [], [task({ status: 'done' })], []],
  ['one that stays', [task()], [task()], []],
  ['one that is removed', [task()], [], ['unassigned kim']],
  ['one that was done and is removed', [task({ status: 'done' })], [], []],
  ['one that is handed over', [task()], [task({ user_id: 'orlov' })], ['unassigned kim', 'assigned orlov']],
  ['another day', [task()], [task({ due_at: null })], ['changed kim due']],
  ['other words', [task()], [task({ title: 'Смета ' })], []],
  ['other words and day', [task()], [task({ title: 'Счёт', due_at: '2026-12-02' })], ['changed kim due title']],
  ['one that is cancelled', [task()], [task({ status: 'cancelled' })], ['changed kim cancelled']],
  ['one that is done', [task()], [task({ status: 'done' })], ['done kim']],
  ['one that was done, for another', [task({ status: 'done' })], [task({ user_id: 'orlov' })], ['assigned orlov']],
  ['one that was done, again', [task({ status: 'done' })], [task({ status: 'in_progress' })], ['assigned kim']],
  ['one that was cancelled, again', [task({ status: 'cancelled' })], [task({ due_at: null })], ['assigned kim']],
])('finds the changes of a task: %s', (_what, before, after, expected) => {
  expect(changesOf(before, after)).toEqual(expected);
});

test('two changes become one notice, and two that revert each other none', () => {
  const first = { due_at: '2026-12-05', was_due_at: '2026-12-01', changes: ['due'] };
  const second = { due_at: '2026-12-09', was_due_at: '2026-12-05', changes: ['due', 'title'] };
  expect(joinedFacts(first, second)).toEqual({
    due_at: '2026-12-09',
    was_due_at: '2026-12-01',
    changes: ['due', 'title'],
  });
  const back = { due_at: '2026-12-01', was_due_at: '2026-12-05', changes: ['due'] };
  expect(joinedFacts(first, back)).toBeUndefined();
});
