import type { Meeting } from '#contract/meeting.ts';
import { type DayRange, plusDays, readDate } from '#src/format/index.ts';

/** From when to when meetings usually begin, in hours: without scrolling a laptop shows as many. */
const usual = { from: 8, hours: 10 };

/**
 * From which time on a week or a day is shown as it opens, as «06:30»: the usual one, but where a meeting begins before
 * it; later where one begins so late that it would be out of sight, and none has begun by then.
 */
export function openingTime(meetings: readonly Meeting[], { first, last }: DayRange): string {
  const end = plusDays(last, 1);
  const starts = meetings
    // A meeting of a whole day has no hour.
    .filter(({ start_at }) => start_at?.length !== 10)
    .flatMap(({ start_at }) => readDate(start_at) ?? [])
    .filter((start) => start >= first && start < end)
    .map((start) => start.getHours() + start.getMinutes() / 60);
  const earliest = Math.min(...starts, Number.POSITIVE_INFINITY);
  const latest = Math.max(...starts, usual.from);
  const from = earliest < usual.from ? earliest : Math.max(usual.from, Math.min(earliest, latest - usual.hours));
  return `${String(Math.floor(from)).padStart(2, '0')}:${from % 1 < 0.5 ? '00' : '30'}`;
}
