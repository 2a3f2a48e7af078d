import type { MeetingSeries } from '../meeting-series.ts';
import { daysAfter, daysBetween } from '../plain-day.ts';
import type { SeriesReach } from '../series-calls.ts';
import { type DayMove, movedPeriod, shiftOf } from './day-move.ts';
import { expandSeries, type SeriesPlan } from './expand-series.ts';
import { type RepeatRule, readRule, ruleText } from './repeat-rule.ts';

type Day = string;
type PlanFields = Pick<MeetingSeries, 'rule' | 'first' | 'time' | 'minutes' | 'time_zone' | 'holidays'>;

/** The plan of a series; undefined where its rule is none that this version knows. */
export function planOf({ rule, first, time, minutes, time_zone, holidays }: PlanFields): SeriesPlan | undefined {
  const known = readRule(rule);
  return known && { rule: known, first, time, minutes, zone: time_zone, holidays };
}

/** A plan as the API has it. */
export function planFields({ rule, zone, first, time, minutes, holidays }: SeriesPlan): PlanFields {
  return { rule: ruleText(rule), first, time, minutes, time_zone: zone, holidays };
}

/**
 * What becomes of the plan of a series when the meeting of the day `from` is given the plan `next`: from it on, or all of
 * them, which move by as many days as that one. A day that the series has no more has moved already: a device that did not
 * hear of it moves nothing once more.
 */
export function changedPlan(before: SeriesPlan, next: SeriesPlan, from: Day, reach: SeriesReach): SeriesPlan {
  if (reach === 'all') {
    const move = moveOf(before, next, from);
    return { ...next, first: move ? movedFirst(before, next, move) : before.first };
  }
  return { ...next, rule: isSameCount(before.rule, next.rule) ? ruleFrom(before, from, next.rule) : next.rule };
}

/** How the meetings of a series move where that of a day is given a plan; undefined where the series has none on it any more. */
export function moveOf(before: SeriesPlan, { first: to }: SeriesPlan, from: Day): DayMove | undefined {
  return isDayOf(before, from) ? { rule: before.rule, from, to } : undefined;
}

/** The day from which a series is counted once its meetings have moved: that to which the first of them goes, whichever it is. */
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

/** The rule of what is left of a series from this day on: so many times less as there were meetings before. */
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
