import { expect, test } from 'vitest';
import type { SeriesReach } from '#contract/meetings/series-calls.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import { changedPlan, moveOf, planOf } from './change-plan.ts';
import { matchDays, spansOf } from './day-move.ts';
import { expandSeries } from './expand-series.ts';
import { movedRule } from './repeat-rule.ts';

const today = '2026-12-02';

/** Returns the days of a series after one of its meetings moved to another day: «12-10 12-18». */
function moved(rule: string, first: string, [from, to]: [string, string], reach: SeriesReach = 'all') {
  const before = planOf({ rule, first, time: '10:00', minutes: 60, time_zone: 'UTC', holidays: 'keep' });
  if (!before) throw new Error(rule);
  const next = { ...before, first: to, rule: movedRule(before.rule, from, to) };
  const move = moveOf(before, next, from);
  const spans = spansOf(move, { since: daysAfter(today, -7), upTo: '2027-12-01' });
  const days = (of: typeof before, span: { since: string; upTo: string }) =>
    expandSeries(of, span).days.map(({ occurrence }) => occurrence);
  const old = days(before, spans.earlier).filter((day) => reach === 'all' || day >= from);
  const after = days(changedPlan(before, next, from, reach), spans.later);
  const matched = matchDays(old, after, move);
  const met = new Set(matched.values());
  const words = old
    .filter((day) => day > today)
    .map((day) => `${day} ${matched.get(day) ?? 'gone'}`.replaceAll(/20\d\d-/g, ''));
  const added = after.filter((day) => day > today && !met.has(day)).map((day) => `new ${day.slice(5)}`);
  return [...words, ...added];
}

test.each<[string, string, [string, string], string[]]>([
  [
    'FREQ=MONTHLY;BYMONTHDAY=10;UNTIL=20270320',
    '2026-12-10',
    ['2026-12-10', '2026-12-18'],
    ['12-10 12-18', '01-10 01-18', '02-10 02-18', '03-10 03-18'],
  ],
  [
    'FREQ=MONTHLY;BYDAY=2TH;UNTIL=20270320',
    '2026-12-10',
    ['2027-01-14', '2027-01-21'],
    ['12-10 12-17', '01-14 01-21', '02-11 02-18', '03-11 03-18'],
  ],
  // Across the end of a month, including a short one.
  [
    'FREQ=MONTHLY;BYMONTHDAY=10;UNTIL=20270410',
    '2026-12-10',
    ['2027-02-10', '2027-03-01'],
    ['12-10 01-01', '01-10 02-01', '02-10 03-01', '03-10 04-01', '04-10 gone'],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=10;UNTIL=20270501',
    '2026-12-10',
    ['2027-02-10', '2027-03-01'],
    ['12-10 01-01', '02-10 03-01', '04-10 05-01'],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270113',
    '2026-12-01',
    ['2026-12-15', '2026-12-22'],
    ['12-15 12-22', '12-29 01-05', '01-12 gone'],
  ],
  // A past meeting does not take the new day of a future one, although that is the nearest free day.
  [
    'FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231',
    '2026-11-05',
    ['2026-12-10', '2026-12-08'],
    ['12-03 12-01', '12-10 12-08', '12-17 12-15', '12-24 12-22', '12-31 12-29'],
  ],
  [
    'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261218',
    '2026-12-01',
    ['2026-12-03', '2026-12-04'],
    ['12-03 12-04', '12-08 12-08', '12-10 12-11', '12-15 12-15', '12-17 12-18'],
  ],
  [
    'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261218',
    '2026-12-03',
    ['2026-12-10', '2026-12-07'],
    ['12-03 11-30', '12-08 12-08', '12-10 12-07', '12-15 12-15', '12-17 12-14'],
  ],
  // A Sunday becomes the Monday after it; the Saturday before it stays.
  [
    'FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20261214',
    '2026-12-05',
    ['2026-12-06', '2026-12-07'],
    ['12-05 12-05', '12-06 12-07', '12-12 12-12', '12-13 12-14'],
  ],
  // With an interval of several weeks both days stay in the same week.
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20261225',
    '2026-12-08',
    ['2026-12-08', '2026-12-14'],
    ['12-08 12-14', '12-10 12-17', '12-22 gone', '12-24 gone'],
  ],
  [
    'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261218',
    '2026-12-08',
    ['2026-12-08', '2026-12-15'],
    ['12-08 12-15', '12-10 12-17', '12-15 gone', '12-17 gone'],
  ],
  [
    'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;COUNT=2',
    '2026-12-24',
    ['2026-12-24', '2027-01-14'],
    ['12-24 01-14', '12-24 01-14'],
  ],
])('%s from %s on, moved by %j: each meeting moves along', (rule, first, days, found) => {
  expect(moved(rule, first, days)).toEqual(found);
});

test('moving one and the following moves each of them alike', () => {
  const monthly = 'FREQ=MONTHLY;BYMONTHDAY=10;UNTIL=20270320';
  const found = ['01-10 01-18', '02-10 02-18', '03-10 03-18'];
  expect(moved(monthly, '2026-12-10', ['2027-01-10', '2027-01-18'], 'following')).toEqual(found);
});

test('an endless series keeps its last meeting after a move', () => {
  const found = moved('FREQ=MONTHLY;BYMONTHDAY=25', '2026-12-25', ['2026-12-25', '2027-01-05']);
  expect([found.length, found.at(-1)]).toEqual([12, '11-25 12-05']);
});
