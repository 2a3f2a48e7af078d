import { daysAfter, daysBetween, endOfMonth, weekdayOf, yearOf } from '#contract/text/plain-day.ts';
import type { RepeatRule } from './repeat-rule.ts';

type Day = string;

/** The move of a meeting to another day, with the rule of its series before; the other meetings follow. */
export interface DayMove {
  rule: RepeatRule;
  from: Day;
  to: Day;
}

/** Maximum number of days beyond a span in which moved days are looked for: more than most intervals of a rule. */
const maxBeyond = 24;

/**
 * Returns by how many days a day follows the move. If the rule has several weekdays, only that of the meeting moves,
 * except for moves by whole weeks; with an interval of several weeks the others stay in the same week as the moved
 * meeting.
 */
export function shiftOf(day: Day, { rule, from, to }: DayMove): number {
  const shift = daysBetween(from, to);
  const isAnother = rule.every === 'week' && shift % 7 !== 0 && weekdayOf(day) !== weekdayOf(from);
  if (!isAnother) return shift;
  return rule.interval > 1 ? daysBetween(mondayOf(from), mondayOf(to)) : 0;
}

/** Returns the day to which a day follows the move, among these days: by as many days, months or years. */
function movedAmong(days: readonly Day[], day: Day, move: DayMove): Day | undefined {
  const period = movedPeriod(day, move);
  if (period === undefined) return daysAfter(day, shiftOf(day, move));
  const [found, ...others] = days.filter((each) => each.startsWith(period));
  return others.length === 0 ? found : undefined;
}

/** Returns the month or year to which a day follows the move, YYYY-MM or YYYY; undefined for daily and weekly rules. */
export function movedPeriod(day: Day, { rule, from, to }: DayMove): string | undefined {
  const years = yearOf(to) - yearOf(from);
  if (rule.every === 'year') return `${yearOf(day) + years}`;
  if (rule.every !== 'month') return undefined;
  return endOfMonth(yearOf(day) + years, monthOf(day) + monthOf(to) - monthOf(from)).slice(0, 7);
}

/** Returns the spans of earlier and later days to be matched, including days that move into or out of the span. */
export function spansOf(move: DayMove | undefined, { since, upTo }: { since: Day; upTo: Day }) {
  const shift = move ? daysBetween(move.from, move.to) : 0;
  const [back, ahead] = [Math.max(0, -shift), Math.max(0, shift)].map((days) => Math.min(days, maxBeyond));
  return {
    earlier: { since: daysAfter(since, -Math.max(0, shift)), upTo },
    later: { since: daysAfter(since, -(back ?? 0)), upTo: daysAfter(upTo, ahead ?? 0) },
  };
}

const mondayOf = (day: Day) => daysAfter(day, 1 - weekdayOf(day));
const monthOf = (day: Day) => Number(day.slice(5, 7));

/** Maximum number of days between an old and a new day of the same meeting without a move; beyond that they differ. */
const farthest = 6;

/**
 * Matches earlier days to the days of a changed rule: first the moved meeting and those that follow it, then equal
 * days, then the nearest free day within a week. Earlier days without a match are left out, and their meetings are
 * removed.
 */
export function matchDays(before: readonly Day[], after: readonly Day[], move?: DayMove): Map<Day, Day> {
  const free = new Set(after);
  const matched = new Map<Day, Day>();
  const match = (day: Day, to: Day | undefined) => {
    if (to !== undefined && !matched.has(day) && free.delete(to)) matched.set(day, to);
  };
  const inOrder = before.toSorted();
  if (move && before.includes(move.from)) match(move.from, move.to);
  if (move) for (const day of inOrder) match(day, movedAmong(after, day, move));
  for (const day of before) match(day, day);
  for (const day of inOrder) if (!matched.has(day)) match(day, nearest(day, free));
  return matched;
}

function nearest(day: Day, free: ReadonlySet<Day>): Day | undefined {
  for (let step = 1; step <= farthest; step += 1) {
    const found = [daysAfter(day, step), daysAfter(day, -step)].find((each) => free.has(each));
    if (found) return found;
  }
  return undefined;
}
