import { dayOf, daysAfter, endOfMonth, weekdayOf, yearOf } from '#contract/text/plain-day.ts';

type Day = string;

/** The days on which meetings repeat. Weekdays are counted from Monday, 1. */
export type RepeatDays =
  | { every: 'day' }
  | { every: 'week'; weekdays: readonly number[] }
  /** `day`: 1 to 31; in a shorter month its last day. */
  | { every: 'month'; day: number }
  /** `week`: 1 to 4, or -1 for the last of the month. */
  | { every: 'month'; week: number; weekday: number }
  | { every: 'year'; month: number; day: number };

/**
 * Recurrence of meetings: the days, the interval in days, weeks, months or years, and the end: a day, a count, or none.
 */
export type RepeatRule = RepeatDays & { interval: number; until?: Day | undefined; count?: number | undefined };

const codes: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const codeOf = (weekday: number) => codes[weekday - 1] ?? 'MO';
const weekdayOfCode = (code: string) => codes.indexOf(code) + 1;

export const maxInterval = 99;
export const maxCount = 400;
export const workdays: readonly number[] = [1, 2, 3, 4, 5];

/** Returns the rule as an RRULE of RFC 5545: `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261225`. */
export function ruleText(rule: RepeatRule): string {
  const parts = daysText(rule);
  if (rule.interval > 1) parts.splice(1, 0, `INTERVAL=${rule.interval}`);
  if (rule.until) parts.push(`UNTIL=${rule.until.replaceAll('-', '')}`);
  else if (rule.count) parts.push(`COUNT=${rule.count}`);
  return parts.join(';');
}

function daysText(rule: RepeatRule): string[] {
  switch (rule.every) {
    case 'day':
      return ['FREQ=DAILY'];
    case 'week':
      return ['FREQ=WEEKLY', `BYDAY=${rule.weekdays.toSorted().map(codeOf).join(',')}`];
    case 'month':
      if ('week' in rule) return ['FREQ=MONTHLY', `BYDAY=${rule.week}${codeOf(rule.weekday)}`];
      return ['FREQ=MONTHLY', ...monthDayText(rule.day)];
    default:
      // 29 February is written as the last day of February, which exists in every year.
      return ['FREQ=YEARLY', `BYMONTH=${rule.month}`, `BYMONTHDAY=${isLeapDay(rule) ? -1 : rule.day}`];
  }
}

/** RFC 5545 skips a month without such a day; here the last day of that month is meant. */
function monthDayText(day: number): string[] {
  if (day >= 31) return ['BYMONTHDAY=-1'];
  if (day <= 28) return [`BYMONTHDAY=${day}`];
  const days = Array.from({ length: day - 27 }, (_, index) => 28 + index);
  return [`BYMONTHDAY=${days.join(',')}`, 'BYSETPOS=-1'];
}

const isLeapDay = ({ month, day }: { month: number; day: number }) => month === 2 && day === 29;

/** Parses what `ruleText` writes; returns undefined for any other rule, since no form could show it. */
export function readRule(text: string): RepeatRule | undefined {
  const parts = new Map(text.split(';').map((part) => part.split('=', 2) as [string, string | undefined]));
  const take = (name: string) => {
    const value = parts.get(name) ?? '';
    parts.delete(name);
    return value;
  };
  const days = readDays(take);
  const interval = Number(take('INTERVAL') || 1);
  const until = take('UNTIL');
  const count = Number(take('COUNT') || 0);
  const end = until ? dayOf(Number(until.slice(0, 4)), Number(until.slice(4, 6)), Number(until.slice(6))) : undefined;
  if (!days || parts.size > 0 || (until && (!end || until.length !== 8 || count))) return undefined;
  if (!isWithin(interval, maxInterval) || (count !== 0 && !isWithin(count, maxCount))) return undefined;
  return { ...days, interval, ...(end ? { until: end } : {}), ...(count ? { count } : {}) };
}

function readDays(take: (name: string) => string): RepeatDays | undefined {
  const [frequency, byDay, byMonthDay, byMonth] = [take('FREQ'), take('BYDAY'), take('BYMONTHDAY'), take('BYMONTH')];
  const position = take('BYSETPOS');
  if (frequency === 'DAILY' && !byDay && !byMonthDay) return { every: 'day' };
  if (frequency === 'WEEKLY') {
    const weekdays = byDay.split(',').map(weekdayOfCode);
    return weekdays.every((day) => day > 0) && isDistinct(weekdays) ? { every: 'week', weekdays } : undefined;
  }
  if (frequency === 'MONTHLY' && byDay) {
    const found = /^(-1|[1-4])([A-Z]{2})$/.exec(byDay);
    const weekday = weekdayOfCode(found?.[2] ?? '');
    return found && weekday > 0 ? { every: 'month', week: Number(found[1]), weekday } : undefined;
  }
  const day = byMonthDay === '-1' ? 31 : Number(byMonthDay.split(',').at(-1));
  if (frequency === 'MONTHLY') {
    const isSame = monthDayText(day).join(';') === `BYMONTHDAY=${byMonthDay}${position ? `;BYSETPOS=${position}` : ''}`;
    return isWithin(day, 31) && isSame ? { every: 'month', day } : undefined;
  }
  const month = Number(byMonth);
  const inYear = month === 2 && day === 31 ? 29 : day;
  return frequency === 'YEARLY' && dayOf(2024, month, inYear) ? { every: 'year', month, day: inYear } : undefined;
}

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
const isDistinct = (values: readonly number[]) => new Set(values).size === values.length;

/** Returns the common rules for meetings that begin on this day. */
export function usualRules(first: Day): RepeatRule[] {
  const weekday = weekdayOf(first);
  const [month, day] = [Number(first.slice(5, 7)), Number(first.slice(8))];
  const rules: RepeatDays[] = [
    { every: 'week', weekdays: [weekday] },
    { every: 'week', weekdays: [weekday] },
    ...(weekday <= 5 ? [{ every: 'week', weekdays: workdays } as const] : []),
    { every: 'month', week: weekOf(first), weekday },
    { every: 'month', day },
    { every: 'year', month, day },
  ];
  return rules.map((rule, index) => ({ ...rule, interval: index === 1 ? 2 : 1 }));
}

/** Returns the ordinal of a day among the same weekdays of its month; the fifth counts as the last. */
function weekOf(day: Day): number {
  const week = Math.ceil(Number(day.slice(8)) / 7);
  return week > 4 ? -1 : week;
}

/** Returns the rule after a meeting moved from one day to another: Tuesdays become Wednesdays. */
export function movedRule(rule: RepeatRule, from: Day, to: Day): RepeatRule {
  if (from === to) return rule;
  const [before, after] = [weekdayOf(from), weekdayOf(to)];
  switch (rule.every) {
    case 'day':
      return rule;
    case 'week': {
      if (!rule.weekdays.includes(before)) return rule;
      const weekdays = new Set(rule.weekdays.map((each) => (each === before ? after : each)));
      return { ...rule, weekdays: [...weekdays].sort() };
    }
    case 'month':
      if ('week' in rule) return { ...rule, week: weekOf(to), weekday: after };
      return { ...rule, day: to === endOfMonth(yearOf(to), Number(to.slice(5, 7))) ? 31 : Number(to.slice(8)) };
    default:
      return { ...rule, month: Number(to.slice(5, 7)), day: Number(to.slice(8)) };
  }
}

/** Returns the same rule with its end on the day before this one. */
export function endedBefore(rule: RepeatRule, day: Day): RepeatRule {
  const { count: _count, ...rest } = rule;
  const until = daysAfter(day, -1);
  return { ...rest, until: rule.until && rule.until < until ? rule.until : until };
}

/** Whether two rules yield the same days, apart from their ends. */
export function isSameRepeat(one: RepeatRule, other: RepeatRule): boolean {
  const bare = ({ until: _until, count: _count, ...rule }: RepeatRule) => ruleText(rule);
  return bare(one) === bare(other);
}
