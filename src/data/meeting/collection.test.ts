// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { createProtocol } from '#src/data/protocol/index.ts';
import '#src/app/registry.ts';
import { applyToList, type OutboxRow } from '#src/sync/index.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import type { MeetingUpdate } from './body.ts';
import { meetingCollection } from './collection.ts';
import { plainMeeting } from './files.ts';
import { createMeeting, deleteMeeting, updateMeeting } from './mutations.ts';
import type { ListedDays } from './newest.ts';

const applyToMeetings = (meetings: Meeting[], rows: OutboxRow[], days?: ListedDays) =>
  applyToList(meetingCollection, meetings, rows, { filter: days });

const at = (day: number, hour = 10) => new Date(2031, 2, day, hour).toISOString();
const march = { start_date_at: '2031-03-01', end_date_at: '2031-03-31' };
const april = { start_date_at: '2031-04-01', end_date_at: '2031-04-30' };
const plan: Meeting = { id: 'm1', title: 'Планёрка', start_at: at(10), end_at: at(10, 11) };
const council: Meeting = { id: 'm2', title: 'Совет', start_at: at(20), end_at: at(20, 12) };

const file = new File(['abcd'], 'смета.txt');
const make = (id: string, day: number, files: File[] = []) =>
  unsentRow(createMeeting, { id, body: { title: 'Новая', start_at: at(day), end_at: at(day, 11) }, files });
const change = (meeting: Meeting, fields: MeetingUpdate, files: File[] = [], state?: OutboxRow['state']) =>
  unsentRow(updateMeeting, { meeting, change: fields, files }, state);
const ids = (meetings: Meeting[]) => meetings.map(({ id }) => id);

test('a new meeting is in the days that it falls into, with its files, and once although it was refetched', () => {
  const row = make('m3', 15, [file]);
  expect(applyToMeetings([plan], [row], march)).toEqual([
    plan,
    {
      ...{ id: 'm3', title: 'Новая', start_at: at(15), end_at: at(15, 11) },
      files: [{ id: `${row.id} 0`, name: 'смета.txt', size: 4, unsent: 'waiting' }],
      unsent: { state: 'waiting', writes: [row.id] },
    },
  ]);
  expect(applyToMeetings([], [row], april)).toEqual([]);
  expect(applyToMeetings([{ id: 'm3', title: 'Новая', start_at: at(15) }], [row], march)).toHaveLength(1);
});

test('a moved meeting leaves its old days and is in those that it falls into now', () => {
  const row = change(plan, { start_at: at(36), end_at: at(36, 11) });
  expect(ids(applyToMeetings([plan, council], [row], march))).toEqual(['m2']);
  expect(applyToMeetings([], [row], april)).toMatchObject([{ id: 'm1', title: 'Планёрка', start_at: at(36) }]);
  expect(ids(applyToMeetings([], [row, change({ ...plan, start_at: at(36) }, { title: 'Летучка' })], april))).toEqual([
    'm1',
  ]);
});

test('a change of the title adds no meeting to days that it is not in', () => {
  const row = change(plan, { title: 'Летучка' });
  expect(applyToMeetings([], [row], april)).toEqual([]);
  expect(applyToMeetings([plan], [row], march)).toMatchObject([{ title: 'Летучка', unsent: { state: 'waiting' } }]);
});

test('removed files are gone, added files are shown, once also when they were refetched', () => {
  const stored = { ...plan, files: [{ id: 'f1', name: 'план.txt', size: 3, url: '/f1' }] };
  const row = change(stored, { remove_file_ids: ['f1'] }, [file]);
  expect(applyToMeetings([stored], [row])[0]?.files?.map(({ name }) => name)).toEqual(['смета.txt']);
  const read = { ...plan, files: [{ id: 'f2', name: 'смета.txt', size: 4, url: '/f2' }] };
  const sent = change(stored, { remove_file_ids: ['f1'] }, [file], 'sent');
  expect(applyToMeetings([read], [sent])[0]?.files).toEqual(read.files);
});

test('a new file has the id and the state of the mutation that adds it', () => {
  const row = change(plan, {}, [file], 'failed');
  expect(applyToMeetings([plan], [row])[0]?.files).toEqual([
    { id: `${row.id} 0`, name: 'смета.txt', size: 4, unsent: 'failed' },
  ]);
});

test('a deleted meeting is gone at once; one whose deletion was refused is shown, marked as failed', () => {
  expect(ids(applyToMeetings([plan, council], [unsentRow(deleteMeeting, { meeting: plan })]))).toEqual(['m2']);
  const refused = unsentRow(deleteMeeting, { meeting: plan }, 'failed');
  expect(applyToMeetings([plan], [refused])).toMatchObject([{ id: 'm1', unsent: { state: 'failed' } }]);
  expect(applyToMeetings([], [make('m3', 15), unsentRow(deleteMeeting, { meeting: { id: 'm3' } })])).toEqual([]);
});

test('a meeting without a date stays in its list', () => {
  const undated = { id: 'm9', title: 'Когда-нибудь' };
  const row = change(undated, { title: 'Скоро' });
  expect(applyToMeetings([undated], [row], march)).toMatchObject([{ title: 'Скоро' }]);
  expect(applyToMeetings([], [row], march)).toEqual([]);
});

test('a mutation stores no signed addresses of files, and nothing that was optimistic', () => {
  const optimistic = {
    ...{ ...plan, unsent: { state: 'waiting' as const, writes: ['w'] } },
    files: [
      { id: 'f1', name: 'план.txt', url: '/f1?signature=s' },
      { id: 'w 0', name: 'смета.txt', unsent: 'waiting' },
    ],
  };
  expect(plainMeeting(optimistic)).toEqual({ ...plan, files: [{ id: 'f1', name: 'план.txt' }] });
  expect(JSON.stringify(updateMeeting.prepare({ meeting: optimistic, change: {}, files: [] }))).not.toMatch(
    /signature/,
  );
});

test('an unsent protocol made of a meeting is linked to it at once; a refused one is not', () => {
  const made = { id: 'p1', fields: { title: 'Протокол', meeting_id: 'm1' }, people: [], version: 1, createdAt: at(10) };
  const optimistic = (state?: OutboxRow['state']) =>
    applyToMeetings([plan, council], [unsentRow(createProtocol, made, state)]).map(({ protocol_id }) => protocol_id);
  expect(optimistic()).toEqual(['p1', undefined]);
  expect(optimistic('failed')).toEqual([undefined, undefined]);
  expect(applyToMeetings([{ ...plan, protocol_id: 'p0' }], [unsentRow(createProtocol, made)])[0]?.protocol_id).toBe(
    'p0',
  );
});
