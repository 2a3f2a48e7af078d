import { expect, test } from 'vitest';
import { isOverdue } from './task-deadline.ts';
import { isIn, type TaskFilter } from './task-order.ts';

const now = new Date(2026, 10, 21, 15, 0);

test.each([
  ['an hour ago', new Date(2026, 10, 21, 14, 0).toISOString(), true],
  ['in an hour', new Date(2026, 10, 21, 16, 0).toISOString(), false],
  ['today, as a day', '2026-11-21', false],
  ['yesterday, as a day', '2026-11-20', true],
  ['never', null, false],
  ['on no day that there is', 'скоро', false],
])('whether a task due %s is overdue', (_when, due_at, overdue) => {
  expect(isOverdue({ status: 'new', due_at }, now)).toBe(overdue);
  expect(isOverdue({ status: 'done', due_at }, now)).toBe(false);
});

test('a task that a later protocol carries on is open, but not overdue', () => {
  const task = { status: 'new', due_at: '2026-11-20', carried_on: true };
  expect([isOverdue(task, now), isIn('overdue', task, now), isIn('open', task, now)]).toEqual([false, false, true]);
});

test.each<[string, { status: string; due_at: string | null }, TaskFilter[]]>([
  ['open without a deadline', { status: 'new', due_at: null }, ['open']],
  ['open and overdue', { status: 'in_progress', due_at: '2026-11-20' }, ['open', 'overdue']],
  ['done without a deadline', { status: 'done', due_at: null }, ['done']],
  ['done long ago', { status: 'done', due_at: '1800-01-01' }, ['done']],
  ['cancelled', { status: 'cancelled', due_at: '2026-11-20' }, []],
])('a task that is %s passes only its own filters', (_which, task, filters) => {
  expect((['open', 'overdue', 'done'] as const).filter((filter) => isIn(filter, task, now))).toEqual(filters);
});
