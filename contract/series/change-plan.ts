import type { MeetingSeries } from '../meeting-series.ts';
import { daysAfter, daysBetween } from '../plain-day.ts';
import type { SeriesReach } from '../series-calls.ts';
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
    const shift = isDayOf(before, from) ? daysBetween(from, next.first) : 0;
    return { ...next, first: daysAfter(before.first, shift) };
  }
  return { ...next, rule: isSameCount(before.rule, next.rule) ? ruleFrom(before, from, next.rule) : next.rule };
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
