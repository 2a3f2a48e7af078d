import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { HolidayChoice } from '#contract/meetings/meeting-series.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import { changedPlan, ruleFrom } from './change-plan.ts';
import { matchDays } from './day-move.ts';
import { expandNewSeries, expandSeries, timesOn } from './expand-series.ts';
import { isHoliday, isPreliminary, isWorkingDay, workingDayBeside } from './production-calendar.ts';
import { movedRule, type RepeatRule, readRule, ruleText, usualRules } from './repeat-rule.ts';
import { ruleWords } from './rule-words.ts';

const days = (rule: RepeatRule, first: string, holidays: HolidayChoice = 'keep') =>
  expandSeries({ rule, first, holidays }).days.map(({ day }) => day);

const tuesdays: RepeatRule = { every: 'week', weekdays: [2], interval: 1 };

test.each<[string, RepeatRule]>([
  ['каждый день, 10 раз', { every: 'day', interval: 1, count: 10 }],
  ['через день', { every: 'day', interval: 2 }],
  ['раз в 21 день', { every: 'day', interval: 21 }],
  ['по будням', { every: 'week', weekdays: [1, 2, 3, 4, 5], interval: 1 }],
  ['каждую среду, 2 раза', { every: 'week', weekdays: [3], interval: 1, count: 2 }],
  ['каждое воскресенье', { every: 'week', weekdays: [7], interval: 1 }],
  ['раз в две недели по вторникам и четвергам', { every: 'week', weekdays: [2, 4], interval: 2 }],
  ['раз в 5 недель по средам', { every: 'week', weekdays: [3], interval: 5 }],
  [
    'каждую вторую среду месяца до 25.12.2026',
    { every: 'month', week: 2, weekday: 3, interval: 1, until: '2026-12-25' },
  ],
  ['каждый последний четверг месяца', { every: 'month', week: -1, weekday: 4, interval: 1 }],
  ['раз в два месяца: во второй вторник', { every: 'month', week: 2, weekday: 2, interval: 2 }],
  ['каждый месяц 30-го числа', { every: 'month', day: 30, interval: 1 }],
  ['в последний день каждого месяца', { every: 'month', day: 31, interval: 1 }],
  ['раз в 3 месяца 15-го числа', { every: 'month', day: 15, interval: 3 }],
  ['каждый год 29 февраля (в невисокосный год\u00A0— 28-го)', { every: 'year', month: 2, day: 29, interval: 1 }],
  ['раз в два года 25 декабря', { every: 'year', month: 12, day: 25, interval: 2 }],
])('«%s» is written as RFC 5545 has it, and read back', (words, rule) => {
  expect(ruleWords(rule)).toBe(words);
  expect(readRule(ruleText(rule))).toEqual(rule);
});

test.each([
  ...[
    '',
    'FREQ=SECONDLY',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYDAY=5MO',
  ],
  ...[
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=401',
    'FREQ=DAILY;UNTIL=20260231',
  ],
  ...['FREQ=DAILY;BYHOUR=3', 'FREQ=DAILY;COUNT=3;UNTIL=20260201', 'FREQ=MONTHLY;BYMONTHDAY=28,30;BYSETPOS=-1'],
])('«%s» is not a supported rule', (text) => {
  expect(readRule(text)).toBeUndefined();
});

test('an old series is expanded from a later day on', () => {
  const daily = { rule: { every: 'day', interval: 1 }, first: '2020-01-01', holidays: 'keep' } as const;
  const { days: found, isTooLong } = expandSeries(daily, { since: '2026-12-30', upTo: '2027-01-02' });
  expect([found.map(({ day }) => day), isTooLong]).toEqual([
    ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
    false,
  ]);
});

test('a year of a weekly committee is 53 Tuesdays, two of them holidays', () => {
  expect(days(tuesdays, '2026-11-24')).toHaveLength(53);
  expect(days(tuesdays, '2026-11-24', 'skip')).toHaveLength(51);
  expect(days({ ...tuesdays, until: '2027-11-23' }, '2026-11-24')).toHaveLength(53);
});

test('the last week ends on the last day of the rule, and the interval skips weeks', () => {
  const rule: RepeatRule = { every: 'week', weekdays: [2, 4], interval: 2, until: '2026-12-24' };
  const found = ['2026-11-24', '2026-11-26', '2026-12-08', '2026-12-10', '2026-12-22', '2026-12-24'];
  expect(days(rule, '2026-11-24')).toEqual(found);
  // Begun in the middle of a week: days that the rule does not yield are left out.
  expect(days({ ...rule, interval: 1 }, '2026-12-23')).toEqual(['2026-12-24']);
});

test('a rule for the 30th falls on the last day of a short month', () => {
  expect(days({ every: 'month', day: 30, interval: 1, count: 3 }, '2027-01-30')).toEqual([
    ...['2027-01-30', '2027-02-28', '2027-03-30'],
  ]);
  expect(days({ every: 'month', day: 31, interval: 1, count: 2 }, '2027-03-31')).toEqual(['2027-03-31', '2027-04-30']);
  expect(days({ every: 'year', month: 2, day: 29, interval: 1, count: 3 }, '2027-02-28')).toEqual([
    ...['2027-02-28', '2028-02-29', '2029-02-28'],
  ]);
});

test.each([...usualRules('2026-11-24'), ...usualRules('2027-02-28')].map((rule) => [ruleText(rule), rule] as const))(
  '%s gives the days that another library finds',
  (text, rule) => {
    const first = '2027-02-28';
    const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString(first));
    const found = Array.from({ length: 12 }, () => iterator.next()?.toString() ?? '');
    expect(days({ ...rule, count: 12 }, first).slice(0, 12)).toEqual(found);
  },
);

test('finds the second and the last weekday of a month', () => {
  const second: RepeatRule = { every: 'month', week: 2, weekday: 3, interval: 1, count: 3 };
  expect(days(second, '2026-11-11')).toEqual(['2026-11-11', '2026-12-09', '2027-01-13']);
  expect(days({ ...second, week: -1, weekday: 4 }, '2026-11-26')).toEqual(['2026-11-26', '2026-12-31', '2027-01-28']);
});

test('a series that is too long is reported, and a rule without days gives none', () => {
  expect(
    expandSeries({ rule: { every: 'day', interval: 1, until: '2029-01-01' }, first: '2026-01-01', holidays: 'keep' }),
  ).toMatchObject({ isTooLong: true });
  expect(days({ ...tuesdays, until: '2026-11-25' }, '2026-11-26')).toEqual([]);
});

test.each<[HolidayChoice, string[]]>([
  ['keep', ['2026-04-28', '2026-05-05', '2026-05-12']],
  ['next', ['2026-04-28', '2026-05-05', '2026-05-12']],
])('a meeting on a working day is not moved: %s', (holidays, found) => {
  expect(days({ ...tuesdays, count: 3 }, '2026-04-28', holidays)).toEqual(found);
});

test.each<[HolidayChoice, string[]]>([
  ['keep', ['2026-05-04', '2026-05-11', '2026-05-18']],
  ['next', ['2026-05-04', '2026-05-12', '2026-05-18']],
  ['previous', ['2026-05-04', '2026-05-08', '2026-05-18']],
  ['skip', ['2026-05-04', '2026-05-18', '2026-05-25']],
])('holiday choice for a Monday off: %s', (holidays, found) => {
  const rule: RepeatRule = { every: 'week', weekdays: [1], interval: 1, count: 3 };
  expect(days(rule, '2026-05-04', holidays)).toEqual(found);
  const moved = holidays === 'keep' ? '2026-05-11' : found.find((day) => day > '2026-05-04' && day < '2026-05-18');
  expect(expandSeries({ rule, first: '2026-05-04', holidays }).affected).toEqual([
    { occurrence: '2026-05-11', day: moved },
  ]);
});

test('a meeting that would move onto another one of the series is left out', () => {
  const rule: RepeatRule = { every: 'week', weekdays: [1, 2, 3, 4, 5], interval: 1, until: '2026-05-13' };
  expect(days(rule, '2026-05-08', 'next')).toEqual(['2026-05-08', '2026-05-12', '2026-05-13']);
});

test.each<HolidayChoice>(['next', 'skip'])(
  'a series of ten has ten meetings with the holiday choice: %s',
  (holidays) => {
    const last = '2027-01-19';
    const rule: RepeatRule = { every: 'week', weekdays: [1, 2, 3, 4], interval: 1, count: 10 };
    const found = days(rule, '2026-12-24', holidays);
    expect([found.length, new Set(found).size, found.at(-1)]).toEqual([10, 10, last]);
    // Expanded from a later day on, the series is the same.
    const later = expandSeries({ rule, first: '2026-12-24', holidays }, { since: '2027-01-05' }).days;
    expect(later.map(({ day }) => day)).toEqual(found.slice(-later.length));
    expect(later.at(-1)?.day).toBe(last);
  },
);

test('a rule cut at one of ten meetings gives the rest of them', () => {
  const rule: RepeatRule = { every: 'week', weekdays: [1, 2, 3, 4], interval: 1, count: 10 };
  const plan = { rule, first: '2026-12-24', holidays: 'next', time: '10:00', minutes: 60, zone: 'UTC' } as const;
  const whole = expandSeries(plan).days;
  const from = whole[6]?.occurrence ?? '';
  const rest = expandSeries({ ...plan, rule: ruleFrom(plan, from), first: from }).days;
  expect(rest).toEqual(whole.slice(6));
});

test('a date on a weekend is moved, a chosen Saturday is not', () => {
  expect(days({ every: 'month', day: 15, interval: 1, count: 1 }, '2026-08-15', 'next')).toEqual(['2026-08-17']);
  expect(days({ every: 'week', weekdays: [6], interval: 1, count: 1 }, '2026-08-15', 'next')).toEqual(['2026-08-15']);
});

test('the production calendar follows the decrees, and in other years the law', () => {
  expect(['2025-05-02', '2025-11-03', '2026-01-09', '2026-12-31', '2026-03-09'].every(isHoliday)).toBe(true);
  expect(isWorkingDay('2025-11-01')).toBe(true);
  expect(['2025-11-08', '2026-02-23', '2027-05-10'].some(isWorkingDay)).toBe(false);
  // 23 February 2025 was a Sunday; its day off was moved to May by decree.
  expect(isWorkingDay('2025-02-24')).toBe(true);
  expect([isPreliminary('2026-12-31'), isPreliminary('2027-01-01')]).toEqual([false, true]);
  // 1 and 9 May 2027 are a Saturday and a Sunday.
  expect(['2027-05-03', '2027-05-10'].map(isHoliday)).toEqual([true, true]);
  expect(workingDayBeside('2026-12-31', 1)).toBe('2027-01-11');
  expect(workingDayBeside('2027-01-05', -1)).toBe('2026-12-30');
});

test('the local time is kept over a clock change, and a meeting in a skipped hour begins later', () => {
  const berlin = { time: '10:00', minutes: 90, zone: 'Europe/Berlin' };
  expect(timesOn(berlin, '2026-10-23').start_at).toBe('2026-10-23T08:00:00.000Z');
  expect(timesOn(berlin, '2026-10-26')).toEqual({
    start_at: '2026-10-26T09:00:00.000Z',
    end_at: '2026-10-26T10:30:00.000Z',
  });
  expect(timesOn({ ...berlin, time: '02:30' }, '2027-03-28').start_at).toBe('2027-03-28T01:30:00.000Z');
});

test('the rule follows a meeting that moves', () => {
  expect(movedRule(tuesdays, '2026-11-24', '2026-11-25')).toEqual({ ...tuesdays, weekdays: [3] });
  const monthly = movedRule({ every: 'month', week: 4, weekday: 2, interval: 1 }, '2026-11-24', '2026-11-12');
  expect(ruleWords(monthly)).toBe('каждый второй четверг месяца');
  expect(ruleWords(movedRule({ every: 'month', day: 15, interval: 1 }, '2026-11-15', '2026-11-30'))).toBe(
    'в последний день каждого месяца',
  );
  expect(usualRules('2026-11-30').map(ruleWords)).toEqual([
    ...['каждый понедельник', 'раз в две недели по понедельникам', 'по будням'],
    ...['каждый последний понедельник месяца', 'каждый месяц 30-го числа', 'каждый год 30 ноября'],
  ]);
});

test('meetings are matched to near days of a changed rule, far ones stay unmatched', () => {
  const before = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'];
  expect([...matchDays(before, ['2026-12-02', '2026-12-09', '2026-12-16'])]).toEqual([
    ['2026-12-01', '2026-12-02'],
    ['2026-12-08', '2026-12-09'],
    ['2026-12-15', '2026-12-16'],
  ]);
  expect(matchDays(['2026-12-01'], ['2026-12-01', '2026-12-02'])).toEqual(new Map([['2026-12-01', '2026-12-01']]));
  expect(matchDays(['2026-12-01'], ['2026-12-20'])).toEqual(new Map());
});

test.each<[string, RepeatRule, string]>([
  ['weekly, to a year from today', tuesdays, '2027-11-23'],
  ['daily, to a year from its first day, since more would be too many', { every: 'day', interval: 1 }, '2027-03-02'],
  ['with an end, to its end', { ...tuesdays, until: '2026-12-31' }, '2026-12-31'],
])('a new series that began in the past has meetings: %s', (_what, rule, lookedTo) => {
  const expansion = expandNewSeries({ rule, first: '2026-03-03', holidays: 'keep' }, '2026-11-24');
  expect([expansion.lookedTo, expansion.isTooLong]).toEqual([lookedTo, false]);
});

test('a yearly count that exceeds 31 is cut, and reported as cut', () => {
  const yearly = (count: number) => ({ every: 'year', month: 11, day: 24, interval: 1, count }) as const;
  const cut = (count: number) => expandSeries({ rule: yearly(count), first: '2026-11-24', holidays: 'keep' }).isCut;
  expect([cut(31), cut(32)]).toEqual([false, true]);
});

test('a move of all meetings is applied once, also when two devices request it', () => {
  const plan = {
    rule: tuesdays,
    first: '2026-11-24',
    time: '10:00',
    minutes: 60,
    zone: 'UTC',
    holidays: 'keep',
  } as const;
  const next = { ...plan, rule: { ...tuesdays, weekdays: [3] }, first: '2026-12-09' };
  const once = changedPlan(plan, next, '2026-12-08', 'all');
  expect(once.first).toBe('2026-11-25');
  expect(changedPlan(once, next, '2026-12-08', 'all')).toEqual(once);
});

test.each<HolidayChoice>(['next', 'previous', 'skip', 'keep'])(
  'a series expanded in parts equals the whole, also where a part ends before days off: %s',
  (holidays) => {
    const plan = {
      rule: { every: 'week', weekdays: [1, 2, 3, 4, 5], interval: 1 } as const,
      first: '2026-12-01',
      holidays,
    };
    const span = (since: string, upTo: string) => expandSeries(plan, { since, upTo }).days;
    for (const seam of ['2026-12-30', '2026-12-31', '2027-01-05', '2027-01-10']) {
      const parts = [...span('2026-12-01', seam), ...span(daysAfter(seam, 1), '2027-01-29')];
      expect(parts).toEqual(span('2026-12-01', '2027-01-29'));
    }
  },
);
