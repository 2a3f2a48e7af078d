import type { MeetingSeries } from '#contract/meetings/meeting-series.ts';
import type { SeriesReach } from '#contract/meetings/series-calls.ts';
import { daysAfter, daysBetween } from '#contract/text/plain-day.ts';
import { type DayMove, movedPeriod, shiftOf } from './day-move.ts';
import { expandSeries, type SeriesPlan } from './expand-series.ts';
import { type RepeatRule, readRule, ruleText } from './repeat-rule.ts';

type Day = string;
type PlanFields = Pick<MeetingSeries, 'rule' | 'first' | 'time' | 'minutes' | 'time_zone' | 'holidays'>;

/** Returns the plan of a series; undefined if this version does not support its rule. */
export function planOf({ rule, first, time, minutes, time_zone, holidays }: PlanFields): SeriesPlan | undefined {
  const known = readRule(rule);
  return known && { rule: known, first, time, minutes, zone: time_zone, holidays };
}

/** Returns a plan in the form of the API. */
export function planFields({ rule, zone, first, time, minutes, holidays }: SeriesPlan): PlanFields {
  return { rule: ruleText(rule), first, time, minutes, time_zone: zone, holidays };
}

/**
 * Returns the plan of a series after the meeting of the day `from` got the plan `next`: for the meetings from it on, or
 * for all, which move by as many days as that one. If the series has no meeting on `from`, it was already moved, and a
 * device that did not know this moves nothing again.
 */
export function changedPlan(before: SeriesPlan, next: SeriesPlan, from: Day, reach: SeriesReach): SeriesPlan {
  if (reach === 'all') {
    const move = moveOf(before, next, from);
    return { ...next, first: move ? movedFirst(before, next, move) : before.first };
  }
  return { ...next, rule: isSameCount(before.rule, next.rule) ? ruleFrom(before, from, next.rule) : next.rule };
}

/** Returns the move of the meeting of a day to its new plan; undefined if the series has no meeting on that day. */
export function moveOf(before: SeriesPlan, { first: to }: SeriesPlan, from: Day): DayMove | undefined {
  return isDayOf(before, from) ? { rule: before.rule, from, to } : undefined;
}

/** Returns the first day of a series after its meetings have moved: that of the earliest meeting. */
function movedFirst(before: SeriesPlan, next: SeriesPlan, move: DayMove): Day {
  const shift = daysBetween(move.from, move.to);
  if (shift === 0 || before.rule.every === 'day') return daysAfter(before.first, shift);
  const found = expandSeries({ ...before, holidays: 'keep' }).days.map(({ occurrence }) => occurrence);
  const period = movedPeriod(found[0] ?? before.first, move);
  if (period === undefined) {
    const [first] = found
      .slice(0, 7)
      .map((day) => daysAfter(day, shiftOf(day, move)))
      .sort();
    return first ?? daysAfter(before.first, shift);
  }
  if (next.rule.every !== before.rule.every) return daysAfter(before.first, shift);
  const rule = { ...next.rule, interval: 1, until: undefined, count: undefined };
  const [first] = expandSeries({ rule, first: `${period}-01-01`.slice(0, 10), holidays: 'keep' }).days;
  return first?.occurrence ?? daysAfter(before.first, shift);
}

/** Returns the rule for the rest of a series from this day on, with its count reduced by the earlier meetings. */
export function ruleFrom(before: SeriesPlan, from: Day, rule: RepeatRule = before.rule): RepeatRule {
  if (!before.rule.count) return rule;
  const earlier = expandSeries(before).days.filter(({ occurrence }) => occurrence < from);
  return { ...rule, count: Math.max(1, before.rule.count - earlier.length) };
}

function isDayOf(plan: SeriesPlan, day: Day): boolean {
  const { days, affected } = expandSeries(plan, { since: day, upTo: day });
  return [...days, ...affected].some(({ occurrence }) => occurrence === day);
}

function isSameCount(one: RepeatRule, other: RepeatRule): boolean {
  return one.count !== undefined && one.count === other.count;
}
