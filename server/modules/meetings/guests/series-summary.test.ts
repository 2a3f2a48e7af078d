import { expect, test } from 'vitest';
import { expandSeries, timesOn } from '#contract/meetings/series/expand-series.ts';
import { readRule } from '#contract/meetings/series/repeat-rule.ts';
import { seriesSummary } from './series-summary.ts';

const zone = 'Europe/Moscow';
const series = {
  ...{ id: 's', rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20271228', first: '2027-01-12', time: '10:00', minutes: 60 },
  ...{ time_zone: zone, holidays: 'keep' as const },
};
const hours = { time: series.time, minutes: series.minutes, zone };
const invited = (rule: string, first = series.first) => {
  const known = readRule(rule);
  if (!known) throw new Error(rule);
  return expandSeries({ rule: known, first, holidays: 'keep' }).days.map(({ occurrence }) => {
    const { start_at, end_at } = timesOn(hours, occurrence);
    return { occurrence, startAt: new Date(start_at), endAt: new Date(end_at) };
  });
};
const words = (meetings: ReturnType<typeof invited>, of: object = {}) =>
  seriesSummary({ ...series, ...of }, meetings, zone)?.replaceAll('\u00A0', ' ');
const all = invited(series.rule);

test('a year of weekly meetings is one sentence', () => {
  expect(all).toHaveLength(51);
  expect(words(all)).toBe('каждый вторник в 10:00, 12 января — 28 декабря 2027 г.');
});

const yearWords = 'каждый вторник в 10:00, 12 января — 28 декабря 2027 г.';
/** The meetings with other times on these days. */
const withTimes = (times: Record<string, [string, string]>) =>
  all.map((each) => {
    const [start, end] = times[each.occurrence] ?? [];
    return start && end ? { ...each, startAt: new Date(start), endAt: new Date(end) } : each;
  });

test('days without the person are exceptions, and moved meetings are named with their new time', () => {
  const moved = withTimes({ '2027-06-01': ['2027-06-02T07:00:00Z', '2027-06-02T08:00:00Z'] });
  const fewer = moved.filter(({ occurrence }) => occurrence !== '2027-05-04');
  expect(words(fewer)).toBe(`${yearWords}, кроме 4 мая; встреча 1 июня перенесена на 2 июня, 10:00`);
});

test('several moved meetings are listed, on the same day by the hour; one may only end at another hour', () => {
  const moved = withTimes({
    '2027-06-01': ['2027-06-02T07:00:00Z', '2027-06-02T08:00:00Z'],
    '2027-06-08': ['2027-06-08T12:00:00Z', '2027-06-08T13:00:00Z'],
    '2027-06-15': ['2027-06-15T07:00:00Z', '2027-06-15T09:00:00Z'],
  });
  expect(words(moved)).toBe(
    `${yearWords}; перенесены встречи: 1 июня — на 2 июня, 10:00; 8 июня — на 15:00; встреча 15 июня закончится в 12:00`,
  );
});

test('only a part of the series is counted from its own first day, with both years', () => {
  const rule = 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20280201';
  const later = invited(rule).filter(({ occurrence }) => occurrence >= '2027-12-01');
  expect(words(later, { rule })).toBe('каждый вторник в 10:00, 7 декабря 2027 г. — 1 февраля 2028 г.');
});

test('many exceptions, and a rule that is not known, are left to the list', () => {
  expect(words(all.filter((_each, place) => place % 2 === 0))).toBeUndefined();
  expect(words(all, { rule: 'FREQ=SECONDLY' })).toBeUndefined();
});
