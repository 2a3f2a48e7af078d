import { expect, test } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { clashesOf, type PlannedMeeting } from './meeting-clashes.ts';

const at = (hour: number, minute = 0) => new Date(2025, 2, 20, hour, minute).toISOString();
const planned: PlannedMeeting = { id: 'm0', start_at: at(10), end_at: at(11), place: '', participantIds: ['u1', 'u2'] };
const ids = (meetings: Meeting[], change: Partial<PlannedMeeting> = {}) =>
  clashesOf({ ...planned, ...change }, meetings).map(({ meeting }) => meeting.id);

test('meetings at the same time clash, in their order; those before and after do not', () => {
  const meetings = [
    { id: 'after', start_at: at(11), end_at: at(12) },
    { id: 'inside', start_at: at(10, 15), end_at: at(10, 30) },
    { id: 'around', start_at: at(9), end_at: at(12) },
    { id: 'before', start_at: at(9), end_at: at(10) },
    { id: 'over the end', start_at: at(10, 59), end_at: at(12) },
  ];
  expect(ids(meetings)).toEqual(['around', 'inside', 'over the end']);
});

test('a meeting does not clash with itself, and one in two lists clashes once', () => {
  const twice = { id: 'm1', start_at: at(10), end_at: at(11) };
  expect(ids([{ ...twice, id: 'm0' }, twice, twice])).toEqual(['m1']);
});

test('a meeting without an end clashes at its beginning, one without a date never', () => {
  expect(ids([{ id: 'm1', start_at: at(10, 30) }, { id: 'm2', start_at: at(9, 30) }, { id: 'm3' }])).toEqual(['m1']);
});

test('invalid times clash with nothing', () => {
  const meetings = [{ id: 'm1', start_at: at(10), end_at: at(11) }];
  expect(ids(meetings, { end_at: null })).toEqual([]);
  expect(ids(meetings, { end_at: at(9) })).toEqual([]);
});

test('shared participants and a taken place are reported', () => {
  const other = { id: 'm1', start_at: at(10), end_at: at(11), participant_ids: ['u2', 'u3'], place: 'зал «Зелёный»' };
  const clash = (place: string) => clashesOf({ ...planned, place }, [other])[0];
  expect(clash('Зал Зеленый')).toMatchObject({ sharedIds: ['u2'], isSamePlace: true });
  expect(clash('Зал Синий')).toMatchObject({ sharedIds: ['u2'], isSamePlace: false });
  expect(clashesOf(planned, [{ ...other, place: '' }])[0]).toMatchObject({ isSamePlace: false });
});
