import { expect, test } from 'vitest';
import { dueHint } from './task-due-hint.ts';
import { earlierOrigin, originWords } from './task-origin.ts';

const agenda = [{ id: 'q1' }, { id: 'q2' }];
const task = { id: 't1', status: 'new' };

test.each([
  [{}, ''],
  [{ agenda_id: 'q2' }, 'по вопросу 2'],
  [{ agenda_id: 'q2', decision_id: 'd1' }, 'из решения по вопросу 2'],
  [{ agenda_id: 'gone', decision_id: 'd1' }, ''],
  [{ origin: 'протокол № 12, п. 2', origin_task_id: 't0' }, 'перенесено: протокол № 12, п. 2'],
  [{ agenda_id: 'q1', origin: 'протокол № 12', origin_task_id: 't0' }, 'по вопросу 1 · перенесено: протокол № 12'],
  [{ origin: 'keyword' }, ''],
])('the origin of %j is «%s»', (more, words) => {
  expect(originWords({ ...task, ...more }, { agenda })).toBe(words);
});

test.each([
  [{ protocol_number: '12', agenda_position: 2 }, 'протокол № 12, п. 2'],
  [{ protocol_number: 12 }, 'протокол № 12'],
  [{ protocol_held_at: '2026-03-03T23:30:00+03:00', agenda_position: 1 }, 'протокол от 03.03.2026, п. 1'],
  [{ protocol_title: 'О бюджете' }, 'протокол «О бюджете»'],
])('the origin of an earlier task of %j is %s', (more, words) => {
  expect(earlierOrigin({ ...task, ...more })).toBe(words);
});

test.each([
  ['2026-11-19', 'Срок раньше заседания'],
  ['2026-11-20', 'Этот день уже прошёл'],
  ['2026-11-21', undefined],
  [null, undefined],
  ['unfinished', undefined],
])('hint for the deadline %s of a meeting on the 20th, seen on the 21st: %s', (due, hint) => {
  expect(dueHint(due, '2026-11-20T12:00:00Z', '2026-11-21')).toBe(hint);
});
