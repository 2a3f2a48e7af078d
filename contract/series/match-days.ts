import { daysAfter } from '../plain-day.ts';
import { type DayMove, movedAmong } from './day-move.ts';

type Day = string;

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
