import { expect, test } from 'vitest';
import { questionAt } from './use-minutes.ts';

const said = (start: number) => ({ evidence: { start } });
const agenda = [
  { id: 'a1', title: 'О смете', decisions: [{ text: 'Утвердить', ...said(60) }] },
  { id: 'a2', title: 'О ремонте' },
  { id: 'a3', title: 'Разное', ...said(30) },
];

test('a moment belongs to the chapter that it falls in, wherever that is in the agenda', () => {
  expect([35, 60, 600].map((start) => questionAt({ agenda }, { start }))).toEqual(['a3', 'a1', 'a1']);
});

test('a chapter begins with a task, too', () => {
  const tasks = [{ id: 't1', status: 'new' as const, agenda_id: 'a2', ...said(80) }];
  expect(questionAt({ agenda, tasks }, { start: 90 })).toBe('a2');
});

test('before or without chapters it is the first question; without a moment the last', () => {
  expect(questionAt({ agenda }, { start: 10 })).toBe('a1');
  expect(questionAt({ agenda: agenda.map(({ id, title }) => ({ id, title })) }, { start: 10 })).toBe('a1');
  expect(questionAt({ agenda }, undefined)).toBe('a3');
  expect(questionAt({}, { start: 10 })).toBe('');
});
