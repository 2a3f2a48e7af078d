import { afterEach, expect, test, vi } from 'vitest';
import type { Protocol } from '#contract/protocol.ts';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { draftOfDecision } from './decision-draft.ts';

afterEach(() => {
  vi.useRealTimers();
});

const members = [
  { member_id: 'u1', name: 'Орлова Елена Викторовна' },
  { member_id: 'u2', name: 'Ким Дмитрий Олегович' },
  { member_id: 'u3', name: 'Орловский Пётр Ильич' },
  { member_id: 'u4' },
];
const protocol: Protocol = { id: 'p1', stage: 'no_video', held_at: '2026-11-20T10:00:00+03:00', members };
const evidence = { start: 12.5 };
const draft = (text: string) =>
  draftOfDecision({ key: 'task of q1 d1', item: { id: 'q1' }, decision: { id: 'd1', text, evidence }, protocol });

test('a task of a decision has its text, its question and its moment of the recording', () => {
  expect(draft(' Утвердить смету <b>2027</b> 👍 ')).toEqual({
    key: 'task of q1 d1',
    values: { title: 'Утвердить смету <b>2027</b> 👍', assignee: [], due: null, agenda_id: 'q1' },
    source: { decision_id: 'd1', evidence },
  });
});

test.each([
  ['Орловой Е. В. подготовить отчёт', 'u1'],
  ['Поручить Киму Д. О. подготовить отчёт', 'u2'],
  ['Ким и Орлова готовят отчёт', undefined],
  ['Кимберлитовую трубку описать', undefined],
  ['Подготовить отчёт', undefined],
])('«%s» names %s', (text, id) => {
  expect(draft(text).values.assignee?.[0]?.id).toBe(id);
});

test.each([
  ['Сдать до 05.12.2026', '2026-12-05'],
  ['Срок – 5.1.2027', '2027-01-05'],
  ['Сдать до 5 декабря 2026 года', '2026-12-05'],
  ['Сдать до 1 февраля', '2027-02-01'],
  ['Сдать не позднее 21 ноября', '2026-11-21'],
  ['Сдать до 31.02.2027', null],
  ['Принято 05.12.2026', null],
  ['до 15 человек', null],
])('«%s» is due on %s', (text, due) => {
  expect(draft(text).values.due).toBe(due);
});

test('a day without a year is the first one after the day on which it was held here', () => {
  useTimeZone('Asia/Kamchatka');
  const held = { ...protocol, held_at: '2026-11-20T21:00:00Z' };
  const ofDecision = {
    key: 'task of q1 d1',
    item: { id: 'q1' },
    decision: { id: 'd1', text: 'Сдать до 20 ноября' },
  } as const;
  expect(draftOfDecision({ ...ofDecision, protocol: held }).values.due).toBe('2027-11-20');
  vi.useFakeTimers({ now: new Date('2026-11-20T21:00:00Z') });
  expect(draftOfDecision({ ...ofDecision, protocol: { ...held, held_at: null } }).values.due).toBe('2027-11-20');
});
