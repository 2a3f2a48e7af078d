// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import '#src/app/registry.ts';
import { applyToList, blockedMutations, type OutboxRow } from '#src/sync/index.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import { meetingCollection } from './collection.ts';
import { cancelMeeting, deleteMeeting, inviteToMeeting, updateMeeting } from './mutations.ts';
import { createSeries, deleteSeries, updateSeries } from './series-mutations.ts';

const plan = {
  ...{ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', first: '2031-03-04', time: '10:00', minutes: 60 },
  ...{ time_zone: 'UTC', holidays: 'next' as const },
};
const at = (day: string, hour = 10) => ({
  start_at: `${day}T${hour}:00:00.000Z`,
  end_at: `${day}T${hour + 1}:00:00.000Z`,
});
const tuesdays = ['2031-03-04', '2031-03-11', '2031-03-18'];
const days = tuesdays.map((occurrence) => ({ occurrence, ...at(occurrence) }));
const made = unsentRow(createSeries, { id: 's', fields: { title: 'Совет', place: 'Зал 1' }, plan, days });
const apply = (rows: OutboxRow[], read: Meeting[] = []) => applyToList(meetingCollection, read, rows, {});
const [first, second] = apply([made]) as [Meeting, Meeting];
const series = { ...plan, id: 's' };
type Change = Parameters<typeof updateSeries.prepare>[0];
const changed = (variables: Partial<Change>): Change => ({
  ...{ meeting: second, series, reach: 'all', newId: 'n', change: {} },
  ...variables,
});
const change = (variables: Partial<Change>) => unsentRow(updateSeries, changed(variables));
const places = (rows: OutboxRow[]) => apply(rows).map(({ place }) => place);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2031-03-01T00:00:00Z'), toFake: ['Date'] });
});

test('a new series is shown as its meetings, under the ids that the server gives', () => {
  expect(apply([made]).map(({ id, title, start_at }) => [id, title, start_at])).toEqual(
    tuesdays.map((day) => [`s-${day.replaceAll('-', '')}`, 'Совет', `${day}T10:00:00.000Z`]),
  );
});

test('a change of one meeting and a change of the whole series are both shown, in either order', () => {
  const own = unsentRow(updateMeeting, { meeting: second, change: { place: 'Зал 2' }, files: [] });
  const all = change({ change: { place: 'Зал 3' }, meeting: first });
  expect(places([made, all, own])).toEqual(['Зал 3', 'Зал 2', 'Зал 3']);
  // After a queued change of one meeting, a later change of all skips the fields it changed, as on the server.
  const led = unsentRow(updateMeeting, { meeting: second, change: { place: 'Зал 2', title: 'Совет' }, files: [] });
  const later = change({ change: { place: 'Зал 3', title: 'Комиссия' }, meeting: first });
  expect(apply([made, led, later]).map(({ title, place }) => [title, place])).toEqual([
    ...[
      ['Комиссия', 'Зал 3'],
      ['Комиссия', 'Зал 2'],
    ],
    ['Комиссия', 'Зал 3'],
  ]);
  const read = apply([made]).map(({ unsent: _unsent, ...meeting }) => meeting);
  const known = read.map((meeting) =>
    meeting.id === second.id ? { ...meeting, place: 'Зал 2', own_fields: ['place'] } : meeting,
  );
  expect(apply([all], known).map(({ place }) => place)).toEqual(['Зал 3', 'Зал 2', 'Зал 3']);
  const gone = unsentRow(deleteMeeting, { meeting: second });
  expect(places([made, gone, all])).toEqual(['Зал 3', 'Зал 3']);
});

test('a meeting moved alone keeps its time when all are moved, also before either change is sent', () => {
  const own = unsentRow(updateMeeting, { meeting: second, change: at('2031-03-12', 15), files: [] });
  const to = (occurrence: string) => ({ occurrence, ...at(occurrence, 12) });
  const moved = Object.fromEntries(tuesdays.map((day) => [day, to(day)]));
  const whole = { ...plan, time: '12:00' };
  const all = change({ meeting: first, plan: { fields: { time: '12:00' }, whole, moved, gone: [], added: [] } });
  expect(apply([made, own, all]).map(({ start_at }) => start_at)).toEqual([
    ...['2031-03-04T12:00:00.000Z', '2031-03-12T15:00:00.000Z', '2031-03-18T12:00:00.000Z'],
  ]);
});

test('a change of this and the following meetings leaves the earlier ones', () => {
  const rows = [made, change({ reach: 'following', change: { place: 'Зал 2' } })];
  expect(places(rows)).toEqual(['Зал 1', 'Зал 2', 'Зал 2']);
});

test('a meeting that a series change would move into the past keeps its time, unless edited itself', () => {
  vi.setSystemTime('2031-03-04T00:00:00Z');
  const whole = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3', first: '2031-03-03' };
  const to = (occurrence: string) => ({ occurrence, ...at(occurrence) });
  const moved = { '2031-03-04': to('2031-03-03'), '2031-03-11': to('2031-03-10') };
  const led = { fields: { first: '2031-03-10' }, whole, moved, gone: ['2031-03-18'], added: [] };
  const starts = (row: OutboxRow) => apply([made, row]).map(({ start_at, occurrence }) => [start_at, occurrence]);
  const others = ['2031-03-10T10:00:00.000Z', '2031-03-10'];
  expect(starts(change({ plan: led }))).toEqual([['2031-03-04T10:00:00.000Z', '2031-03-03'], others]);
  expect(starts(change({ plan: led, meeting: first }))).toEqual([['2031-03-03T10:00:00.000Z', '2031-03-03'], others]);
});

test('a new rule moves meetings, removes those without a day, and adds new ones', () => {
  const whole = { ...plan, rule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=3', first: '2031-03-05' };
  const to = (occurrence: string) => ({ occurrence, ...at(occurrence) });
  const moved = { '2031-03-04': to('2031-03-05'), '2031-03-11': to('2031-03-12') };
  const row = change({ plan: { fields: whole, whole, moved, gone: ['2031-03-18'], added: [to('2031-03-26')] } });
  expect(apply([made, row]).map(({ id, occurrence }) => [id, occurrence])).toEqual([
    ['s-20310304', '2031-03-05'],
    ['s-20310311', '2031-03-12'],
    ['n-20310326', '2031-03-26'],
  ]);
  // Meetings that the server has already moved are not moved again.
  const read = apply([made, row]).map(({ unsent: _unsent, ...meeting }) => meeting);
  expect(apply([row], read)).toEqual(read);
});

test('a meeting that is over or has a protocol is neither changed nor deleted', () => {
  vi.setSystemTime(new Date('2031-03-05T00:00:00Z'));
  const read = apply([made]).map((meeting) => (meeting.id === second.id ? { ...meeting, protocol_id: 'p1' } : meeting));
  const removal = unsentRow(deleteSeries, { meeting: first, series, from: plan.first });
  expect(apply([removal], read).map(({ id }) => id)).toEqual(['s-20310304', 's-20310311']);
  expect(apply([change({ change: { place: 'Зал 2' } })], read).map(({ place }) => place)).toEqual([
    ...['Зал 1', 'Зал 1', 'Зал 2'],
  ]);
});

test('a meeting that has begun takes a changed link, but keeps its time and is not deleted', () => {
  const read = apply([made]);
  vi.setSystemTime(new Date('2031-03-04T10:15:00Z'));
  const whole = { ...plan, time: '12:00' };
  const moved = Object.fromEntries(tuesdays.map((day) => [day, { occurrence: day, ...at(day, 12) }]));
  const row = change({
    change: { link: 'https://b.example' },
    plan: { fields: whole, whole, moved, gone: [], added: [] },
  });
  expect(apply([row], read).map(({ link, start_at }) => [link, start_at?.slice(11, 13)])).toEqual([
    ...[
      ['https://b.example', '10'],
      ['https://b.example', '12'],
      ['https://b.example', '12'],
    ],
  ]);
  const removal = unsentRow(deleteSeries, { meeting: first, series, from: plan.first });
  expect(apply([removal], read).map(({ id }) => id)).toEqual([first.id]);
});

test('an edit of a new part of a series waits for the change that creates it', () => {
  const variables = { meeting: second, series, reach: 'following' as const, newId: 'new-part', change: {} };
  const request = { method: 'PUT' as const, path: '/meeting-series/new-part' };
  const split = { ...unsentRow(updateSeries, variables), brings: updateSeries.prepare(variables).addedIds };
  const edit = { ...change({ series: { ...series, id: 'new-part' } }), request };
  const failed = { ...split, state: 'failed' as const };
  expect(blockedMutations([failed, edit]).get(edit.id)).toBe(failed);
});

test('changes of one meeting are kept in order with those of its series', () => {
  const meeting = { ...second, series };
  const invited = { id: 'i', meeting };
  for (const { partOf } of [
    updateMeeting.prepare({ meeting, change: {}, files: [] }),
    deleteMeeting.prepare({ meeting }),
    cancelMeeting.prepare({ meeting }),
    inviteToMeeting.prepare(invited),
  ]) {
    expect(partOf).toBe(updateSeries.prepare(changed({})).scope);
  }
  expect(updateMeeting.prepare({ meeting: { id: 'm' } as Meeting, change: {}, files: [] }).partOf).toBeUndefined();
});
