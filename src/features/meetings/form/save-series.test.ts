// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { bodyOf, changedBody, formOf, type MeetingForm } from '../base/meeting-form-values.ts';
import { newSeries, seriesChange } from './save-series.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z'), toFake: ['Date'] });
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const at = (day: string, clock: string) => new Date(`${day}T${clock}`).toISOString();
const series = {
  ...{ id: 's', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4', first: '2026-11-24', time: '10:00', minutes: 60 },
  ...{ time_zone: zone, holidays: 'next' as const },
};
const meeting: Meeting = {
  ...{ id: 's-20261208', title: 'Совет', occurrence: '2026-12-08', series, own_fields: [] },
  ...{ start_at: at('2026-12-08', '10:00'), end_at: at('2026-12-08', '11:00') },
};
const initial = formOf(meeting);
const change = (typed: Partial<MeetingForm>, reach: 'following' | 'all' = 'all') => {
  const values = { ...initial, ...typed };
  return seriesChange({ meeting, reach, initial, values, changed: changedBody(initial, values) });
};

test('a new series begins on the day of the form, by the clock of the device', () => {
  const values = { ...initial, repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2', holidays: 'skip' as const } };
  const made = newSeries({ values, body: bodyOf(values) }, 'n');
  expect(made.plan).toMatchObject({
    first: '2026-12-08',
    time: '10:00',
    minutes: 60,
    time_zone: zone,
    holidays: 'skip',
  });
  expect(made.days.map(({ start_at }) => start_at)).toEqual([meeting.start_at, at('2026-12-15', '10:00')]);
  expect(made.fields).not.toHaveProperty('start_at');
});

test('a rule without a meeting, or with too many, is refused at its field', () => {
  const refused = (rule: string) => () => {
    const values = { ...initial, repeat: { rule, holidays: 'keep' as const } };
    newSeries({ values, body: bodyOf(values) }, 'n');
  };
  expect(refused('FREQ=DAILY;UNTIL=20260101')).toThrow('По этому правилу не получается ни одной встречи');
  expect(refused('FREQ=DAILY;UNTIL=20300101')).toThrow(/больше 400 встреч/);
});

test('a change of other fields than days and hours does not change the plan', () => {
  expect(change({ place: 'Зал 2' })).toMatchObject({ change: { place: 'Зал 2' }, reach: 'all' });
  expect(change({ place: 'Зал 2' })).not.toHaveProperty('plan');
});

test('a new hour applies to all meetings, a new day moves the rule', () => {
  const later = { start_at: at('2026-12-08', '12:30'), end_at: at('2026-12-08', '14:00') };
  expect(change(later).plan?.whole).toMatchObject({
    first: '2026-11-24',
    time: '12:30',
    minutes: 90,
    rule: series.rule,
  });
  const wednesday = { start_at: at('2026-12-09', '10:00'), end_at: at('2026-12-09', '11:00') };
  const { plan } = change(wednesday);
  expect([change(later).plan?.fields, plan?.fields]).toEqual([{ time: '12:30', minutes: 90 }, { first: '2026-12-09' }]);
  expect(plan?.whole).toMatchObject({ first: '2026-11-25', rule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=4' });
  expect(plan?.moved['2026-12-15']).toMatchObject({ occurrence: '2026-12-16' });
  expect([plan?.gone, plan?.added]).toEqual([[], []]);
});

test('a change from one on keeps the number of the meetings that are left', () => {
  const wednesday = { start_at: at('2026-12-09', '10:00'), end_at: at('2026-12-09', '11:00') };
  const { plan } = change(wednesday, 'following');
  expect(plan?.whole).toMatchObject({ first: '2026-12-09', rule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2' });
  expect(Object.keys(plan?.moved ?? {})).toEqual(['2026-12-08', '2026-12-15']);
});

test('a move to another week moves all meetings, and none is lost', () => {
  const later = { start_at: at('2026-12-17', '10:00'), end_at: at('2026-12-17', '11:00') };
  const { plan } = change(later);
  const days = Object.entries(plan?.moved ?? {}).map(([day, to]) => [day, to.occurrence]);
  expect(days.toSorted()).toEqual([
    ['2026-11-24', '2026-12-03'],
    ['2026-12-01', '2026-12-10'],
    ['2026-12-08', '2026-12-17'],
    ['2026-12-15', '2026-12-24'],
  ]);
  expect([plan?.gone, plan?.added]).toEqual([[], []]);
});

test('meetings more than a year ahead move as well', () => {
  const far = { ...series, rule: 'FREQ=WEEKLY;BYDAY=TU', first: '2027-12-14' };
  const one = {
    ...meeting,
    occurrence: '2028-11-28',
    series: far,
    start_at: at('2028-11-28', '10:00'),
    end_at: at('2028-11-28', '11:00'),
  };
  const before = formOf(one);
  const values = { ...before, start_at: at('2028-11-28', '12:00'), end_at: at('2028-11-28', '13:00') };
  for (const reach of ['following', 'all'] as const) {
    const { plan } = seriesChange({
      meeting: one,
      reach,
      initial: before,
      values,
      changed: changedBody(before, values),
    });
    expect(plan?.moved['2028-11-28']).toMatchObject({ start_at: at('2028-11-28', '12:00') });
  }
});

test('a meeting beyond the end of a shorter rule moves to a new day of the rule', () => {
  const rule = 'FREQ=WEEKLY;BYDAY=TU,FR;UNTIL=20261211';
  const { plan } = change({ repeat: { rule, holidays: 'next' } }, 'following');
  expect(plan?.added.map(({ occurrence }) => occurrence)).toEqual([]);
  expect(plan?.moved['2026-12-15']?.occurrence).toBe('2026-12-11');
});
