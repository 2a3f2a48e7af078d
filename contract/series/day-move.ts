import { daysAfter, daysBetween, endOfMonth, weekdayOf, yearOf } from '../plain-day.ts';
import type { RepeatRule } from './repeat-rule.ts';

type Day = string;

/** A meeting that is led to another day, and the rule by which its series repeated until then: the others follow. */
export interface DayMove {
  rule: RepeatRule;
  from: Day;
  to: Day;
}

/** So far beyond a span it is looked for the days of a series that moves: more than between two of most of them. */
const mostBeyond = 24;

/**
 * By how many days one goes along. Of several days of the week only that of the meeting moves, unless it is by whole weeks; the
 * others stay beside it where weeks are left out.
 */
export function shiftOf(day: Day, { rule, from, to }: DayMove): number {
  const shift = daysBetween(from, to);
  const isAnother = rule.every === 'week' && shift % 7 !== 0 && weekdayOf(day) !== weekdayOf(from);
  if (!isAnother) return shift;
  return rule.interval > 1 ? daysBetween(mondayOf(from), mondayOf(to)) : 0;
}

/** The day among these to which one goes along: as many days, months or years on. */
export function movedAmong(days: readonly Day[], day: Day, move: DayMove): Day | undefined {
  const period = movedPeriod(day, move);
  if (period === undefined) return daysAfter(day, shiftOf(day, move));
  const [found, ...others] = days.filter((each) => each.startsWith(period));
  return others.length === 0 ? found : undefined;
}

/** The month or year to which a day goes along, YYYY-MM or YYYY; undefined where the rule has more than one meeting in it. */
export function movedPeriod(day: Day, { rule, from, to }: DayMove): string | undefined {
  const years = yearOf(to) - yearOf(from);
  if (rule.every === 'year') return `${yearOf(day) + years}`;
  if (rule.every !== 'month') return undefined;
  return endOfMonth(yearOf(day) + years, monthOf(day) + monthOf(to) - monthOf(from)).slice(0, 7);
}

/** Within which spans the earlier and the later days of a series are met: what moves into the span or out of it counts too. */
export function spansOf(move: DayMove | undefined, { since, upTo }: { since: Day; upTo: Day }) {
  const shift = move ? daysBetween(move.from, move.to) : 0;
  const [back, ahead] = [Math.max(0, -shift), Math.max(0, shift)].map((days) => Math.min(days, mostBeyond));
  return {
    earlier: { since: daysAfter(since, -Math.max(0, shift)), upTo },
    later: { since: daysAfter(since, -(back ?? 0)), upTo: daysAfter(upTo, ahead ?? 0) },
  };
}

const mondayOf = (day: Day) => daysAfter(day, 1 - weekdayOf(day));
const monthOf = (day: Day) => Number(day.slice(5, 7));
