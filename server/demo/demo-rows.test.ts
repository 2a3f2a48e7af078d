import { beforeAll, describe, expect, test } from 'vitest';
import { memberKinds } from '#contract/bodies/member.ts';
import { stages } from '#contract/stage.ts';
import { taskStatuses } from '#contract/tasks/task.ts';
import { at, monday, today, workday } from './demo-calendar.ts';
import { type PersonKey, people } from './demo-people.ts';
import { plannedMeetings, plannedProtocols } from './demo-plan.ts';
import { type DemoRecording, readDemoRecording } from './demo-recording.ts';
import { type DemoProtocol, meetingOf, protocolsOf } from './demo-rows.ts';

const ids = Object.fromEntries(Object.keys(people).map((key) => [key, key])) as Record<PersonKey, string>;
let recording: DemoRecording;
beforeAll(async () => {
  recording = await readDemoRecording();
});

// A working day, a Sunday, a year's first working day, a day in the holidays, an evening in UTC that is already the
// next day in Moscow, and another first working day.
const days = [
  '2026-11-20T09:00:00Z',
  '2027-03-07T12:00:00Z',
  '2027-01-11T06:00:00Z',
  '2027-01-03T10:00:00Z',
  '2026-12-31T22:00:00Z',
  '2024-01-09T08:00:00Z',
];

describe.each(days)('the demo of %s', (now) => {
  const day = today(new Date(now));
  const rows = () => protocolsOf(plannedProtocols(day), ids, recording, day);
  const localHour = (iso: string) => Number(iso.slice(11, 13)) + Number(iso.slice(14, 16)) / 60;
  const weekday = (iso: string) => new Date(`${iso.slice(0, 10)}T12:00:00Z`).getUTCDay();

  test('has about forty protocols in every stage, all of past meetings', () => {
    expect(rows().length).toBeGreaterThanOrEqual(39);
    expect([...new Set(rows().map((row) => row.stage))].sort()).toEqual([...stages].sort());
    for (const row of rows()) expect(row.meeting.endAt < at(day, '00:00')).toBe(true);
  });

  test('has meetings only on working days and in working hours', () => {
    const meetings = [...rows().map((row) => row.meeting), ...plannedMeetings(day).map(meetingOf)];
    for (const { startAt, endAt } of meetings) {
      expect(weekday(startAt) % 6).not.toBe(0);
      expect(localHour(startAt)).toBeGreaterThanOrEqual(9);
      expect(localHour(endAt)).toBeLessThanOrEqual(18);
      expect(startAt.slice(5, 10)).not.toMatch(/^01-0[1-8]|02-23|03-08|05-01|05-09|06-12|11-04/);
    }
  });

  test('numbers protocols within a year in the order of the meetings', () => {
    const last: Record<string, number> = {};
    for (const row of rows()) {
      const year = row.meeting.startAt.slice(0, 4);
      expect(Number(row.number)).toBe((last[year] ?? Number(row.number) - 1) + 1);
      last[year] = Number(row.number);
    }
  });

  test('has tasks that are new, in progress, done and overdue', () => {
    const tasks = rows().flatMap((row) => row.tasks);
    const isOverdue = (task: DemoProtocol['tasks'][number]) =>
      task.dueAt < at(day, '00:00') && /new|in_progress/.test(task.status);
    for (const status of ['new', 'in_progress', 'done'])
      expect(tasks.some((task) => task.status === status)).toBe(true);
    expect(tasks.filter(isOverdue).length).toBeGreaterThan(2);
    expect(tasks.filter(isOverdue).length).toBeLessThan(tasks.length / 2);
    expect(tasks.filter((task) => task.status !== 'done' && task.dueAt >= at(day, '00:00')).length).toBeGreaterThan(2);
  });

  test('shows the secretary tasks of every status, also overdue ones, and members of every kind', () => {
    const own = rows().filter((row) => row.owner === 'petrova');
    const tasks = own.flatMap((row) => row.tasks);
    expect([...new Set(tasks.map((task) => task.status))].sort()).toEqual([...taskStatuses].sort());
    expect(tasks.some((task) => task.status === 'new' && task.dueAt < at(day, '00:00'))).toBe(true);
    const kinds = own.flatMap((row) => row.members).map(({ kind }) => kind);
    expect([...new Set(kinds)].sort()).toEqual([...memberKinds].sort());
  });

  test('has meetings of the secretary in the last, this and the next month, never two at once', () => {
    const own = [...rows().map((row) => row.meeting), ...plannedMeetings(day).map(meetingOf)]
      .filter((meeting) => meeting.owner === 'petrova')
      .sort((a, b) => (a.startAt < b.startAt ? -1 : 1));
    const months = new Set(own.map(({ startAt }) => startAt.slice(0, 7)));
    for (const offset of [-1, 0, 1]) {
      const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
      expect(months).toContain(month);
    }
    for (const [index, meeting] of own.entries()) {
      const next = own[index + 1];
      if (next)
        expect(next.startAt >= meeting.endAt, `${meeting.title} and ${next.title} on ${next.startAt}`).toBe(true);
    }
  });

  test('gives the external participant another task at each meeting', () => {
    const titles = rows().flatMap((row) => row.tasks.filter(({ assignee }) => assignee === 'external'));
    expect(titles.length).toBeGreaterThan(3);
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length);
  });

  test('carries a late task on in the next weekly meeting, with a new deadline and the same words', () => {
    const tasks = rows().flatMap((row) => row.tasks);
    const carried = tasks.filter(({ originTaskId }) => originTaskId !== null);
    expect(carried).not.toEqual([]);
    for (const task of carried) {
      const origin = tasks.find(({ id }) => id === task.originTaskId);
      expect(origin).toMatchObject({ title: task.title, assignee: task.assignee, status: task.status });
      expect(task.dueAt > (origin?.dueAt ?? '')).toBe(true);
    }
  });

  test('leaves no placeholder in a text', () => {
    expect(JSON.stringify(rows())).not.toMatch(/[{«][а-я ]+}/);
  });
});

test('decisions and tasks of the recorded protocol quote the moment they were said', () => {
  const day = today(new Date('2026-11-20T09:00:00Z'));
  const row = protocolsOf(plannedProtocols(day), ids, recording, day).find(
    (one) => one.stage === 'success_video_process',
  );
  const said = [...(row?.agenda ?? []).flatMap((item) => item.decisions ?? []), ...(row?.tasks ?? [])].map(
    (one) => one.evidence?.quote,
  );
  expect(said).toEqual([
    expect.stringContaining('Решили: утвердить смету'),
    expect.stringContaining('Решили: согласовать договор'),
    expect.stringContaining('отчёт по аренде'),
    expect.stringContaining('Ответственный Ким'),
  ]);
});

test('the summary of the recorded protocol has the words and moments', () => {
  const day = today(new Date('2026-11-20T09:00:00Z'));
  const summaries = protocolsOf(plannedProtocols(day), ids, recording, day).flatMap((row) => row.summary ?? []);
  expect(summaries).toHaveLength(2);
  expect(summaries[0]?.points).toHaveLength(6);
  expect(summaries[0]?.points[2]).toEqual({
    text: expect.stringContaining('Решили: утвердить смету'),
    evidence: { start: 27.497, end: 33.158, quote: expect.any(String), speaker: 'Иванов С. П.' },
  });
});

test('working days are counted over weekends and holidays', () => {
  const friday = new Date('2026-10-30T12:00:00Z');
  expect(at(workday(friday, 1), '10:00')).toBe('2026-11-02T10:00:00+03:00');
  expect(at(workday(friday, 3), '10:00')).toBe('2026-11-05T10:00:00+03:00');
  expect(at(workday(new Date('2027-01-09T12:00:00Z'), -1), '10:00')).toBe('2026-12-31T10:00:00+03:00');
  expect(at(monday(friday, -1), '10:00')).toBe('2026-10-19T10:00:00+03:00');
  expect(at(today(new Date('2026-12-31T21:30:00Z')), '10:00')).toBe('2027-01-01T10:00:00+03:00');
});
