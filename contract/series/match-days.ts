import { daysAfter } from '../plain-day.ts';

type Day = string;

/** A meeting follows its rule to another day by at most so many days; beyond that it is another meeting. */
const farthest = 6;

/**
 * Which of the days of a changed rule takes the place of which earlier one: the same day, else the nearest that is free,
 * within a week. Earlier days without a new one are left out: their meetings go.
 */
export function matchDays(before: readonly Day[], after: readonly Day[]): Map<Day, Day> {
  const free = new Set(after);
  const matched = new Map<Day, Day>();
  for (const day of before) if (free.delete(day)) matched.set(day, day);
  for (const day of before.toSorted()) {
    if (matched.has(day)) continue;
    const near = nearest(day, free);
    if (near === undefined) continue;
    free.delete(near);
    matched.set(day, near);
  }
  return matched;
}

function nearest(day: Day, free: ReadonlySet<Day>): Day | undefined {
  for (let step = 1; step <= farthest; step += 1) {
    const found = [daysAfter(day, step), daysAfter(day, -step)].find((each) => free.has(each));
    if (found) return found;
  }
  return undefined;
}
