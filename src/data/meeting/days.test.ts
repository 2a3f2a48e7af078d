import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import type { MeetingUpdate } from './body.ts';
import { uncountedDays } from './days.ts';
import { createMeeting, deleteMeeting, updateMeeting } from './mutations.ts';
import { updateSeries } from './series-mutations.ts';

const at = (day: number, hour: number) => new Date(2031, 2, day, hour).toISOString();
const plan: Meeting = { id: 'm1', title: 'Планёрка', start_at: at(10, 10), end_at: at(10, 11) };
const change = (fields: MeetingUpdate) => unsentRow(updateMeeting, { meeting: plan, change: fields, files: [] });
const days = (...rows: Parameters<typeof uncountedDays>[0]) => [...uncountedDays(rows)];

test('uncounted days are those that gain or lose a meeting', () => {
  const body = { title: 'Новая', start_at: at(12, 10), end_at: at(12, 11) };
  expect(days(unsentRow(createMeeting, { id: 'm2', body, files: [] }))).toEqual(['2031-03-12']);
  expect(days(unsentRow(deleteMeeting, { meeting: plan }))).toEqual(['2031-03-10']);
  expect(days(change({ start_at: at(11, 10), end_at: at(11, 11) }))).toEqual(['2031-03-10', '2031-03-11']);
});

test('a series change makes days uncounted by another plan, not by another hour', () => {
  const fields = { rule: 'FREQ=WEEKLY;BYDAY=MO', first: '2031-03-10', time: '10:00', minutes: 60 };
  const whole = { ...fields, time_zone: 'UTC', holidays: 'keep' as const };
  const to = (day: number) => ({ occurrence: `2031-03-${day}`, start_at: at(day, 12), end_at: at(day, 13) });
  const moved = { '2031-03-10': to(10), '2031-03-17': to(18) };
  const asked = { fields: whole, whole, moved, gone: ['2031-03-24'], added: [to(26)] };
  const series = { meeting: plan, series: { ...whole, id: 's' }, reach: 'all' as const, newId: 'n', change: {} };
  expect(days(unsentRow(updateSeries, { ...series, plan: asked }))).toEqual([
    ...['2031-03-17', '2031-03-18', '2031-03-24', '2031-03-26'],
  ]);
  expect(days(unsentRow(updateSeries, series))).toEqual([]);
});

test('no days are uncounted by another hour or title, a refused deletion, a sent mutation', () => {
  expect(days(change({ start_at: at(10, 9) }), change({ title: 'Летучка' }))).toEqual([]);
  expect(days(unsentRow(deleteMeeting, { meeting: plan }, 'failed'))).toEqual([]);
  expect(days(unsentRow(deleteMeeting, { meeting: plan }, 'sent'))).toEqual([]);
});
