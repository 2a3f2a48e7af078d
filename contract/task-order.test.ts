import { expect, test } from 'vitest';
import { isOverdue } from './task-order.ts';

const now = new Date(2026, 10, 21, 15, 0);

test.each([
  ['an hour ago', new Date(2026, 10, 21, 14, 0).toISOString(), true],
  ['in an hour', new Date(2026, 10, 21, 16, 0).toISOString(), false],
  ['today, as a day', '2026-11-21', false],
  ['yesterday, as a day', '2026-11-20', true],
  ['never', null, false],
  ['on no day that there is', 'скоро', false],
])('a task that was due %s', (_when, due_at, overdue) => {
  expect(isOverdue({ status: 'new', due_at }, now)).toBe(overdue);
  expect(isOverdue({ status: 'done', due_at }, now)).toBe(false);
});
