import { afterEach, expect, test, vi } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { draftOfDecision } from './decision-draft.ts';

afterEach(() => {
  vi.useRealTimers();
});

const members = [{ member_id: 'u1', name: 'Орлова Елена Викторовна' }, { member_id: 'u4' }];
const protocol: Protocol = { id: 'p1', stage: 'no_video', held_at: '2026-11-20T10:00:00+03:00', members };
const evidence = { start: 12.5 };
const draft = (text: string) =>
  draftOfDecision({ key: 'task of q1 d1', itemId: 'q1', decision: { id: 'd1', text, evidence }, protocol });

test('a task of a decision has its text, its question and its moment of the recording', () => {
  expect(draft(' Утвердить смету <b>2027</b> 👍 ')).toEqual({
    key: 'task of q1 d1',
    values: { title: 'Утвердить смету <b>2027</b> 👍', assignee: [], due: null, agenda_id: 'q1' },
    source: { decision_id: 'd1', evidence },
  });
});

test('assignee and deadline are taken out of the text', () => {
  expect(draft('Поручить Орловой Е. В. до пятницы подготовить отчёт').values).toMatchObject({
    title: 'Подготовить отчёт',
    assignee: [{ id: 'u1', name: 'Орлова Елена Викторовна' }],
    due: '2026-11-27',
  });
});

test('a day without a year is the first one after the local day of the meeting', () => {
  useTimeZone('Asia/Kamchatka');
  const held = { ...protocol, held_at: '2026-11-20T21:00:00Z' };
  const ofDecision = {
    key: 'task of q1 d1',
    itemId: 'q1',
    decision: { id: 'd1', text: 'Сдать до 20 ноября' },
  } as const;
  expect(draftOfDecision({ ...ofDecision, protocol: held }).values.due).toBe('2027-11-20');
  vi.useFakeTimers({ now: new Date('2026-11-20T21:00:00Z') });
  expect(draftOfDecision({ ...ofDecision, protocol: { ...held, held_at: null } }).values.due).toBe('2027-11-20');
});
