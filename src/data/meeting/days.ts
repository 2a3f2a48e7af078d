import { needsPerson, type OutboxRow, variablesOf } from '#src/sync/index.ts';
import { createMeeting, removalOf, updateMeeting } from './mutations.ts';
import { createSeries, updateSeries } from './series-mutations.ts';
import { meetingDays } from './words.ts';

/** Returns the days, YYYY-MM-DD, on which the server's number of meetings changes once all unsent mutations arrive. */
export function uncountedDays(rows: readonly OutboxRow[]): Set<string> {
  return new Set(rows.filter(({ state }) => state !== 'sent').flatMap(daysOf));
}

function daysOf(row: OutboxRow): string[] {
  const made = variablesOf(createMeeting, row);
  if (made) return meetingDays(made.body);
  const series = variablesOf(createSeries, row);
  if (series) return series.days.flatMap(meetingDays);
  const replanned = variablesOf(updateSeries, row)?.plan;
  if (replanned) {
    const moved = Object.entries(replanned.moved).flatMap(([day, to]) => differing([day], meetingDays(to)));
    return [...moved, ...replanned.gone, ...replanned.added.flatMap(meetingDays)];
  }
  const gone = removalOf(row);
  // A meeting whose deletion was refused still exists and is counted.
  if (gone) return needsPerson(row) ? [] : meetingDays(gone.meeting);
  const moved = variablesOf(updateMeeting, row);
  if (!moved) return [];
  return differing(meetingDays(moved.meeting), meetingDays({ ...moved.meeting, ...moved.change }));
}

function differing(before: readonly string[], after: readonly string[]): string[] {
  return [...before.filter((day) => !after.includes(day)), ...after.filter((day) => !before.includes(day))];
}
