import type { MeetingHours } from '#src/data/meeting/index.ts';
import { counted, formatClock, toDayValue } from '#src/format/index.ts';

/**
 * Returns how long it is until a meeting begins: «через 40 минут», «через 2 часа 5 минут». While it runs: «идёт до
 * 14:00», or «уже идёт» where no end is set or it ends on another day.
 */
export function untilWords({ start, end, isEndSet }: MeetingHours, now: number): string {
  const isSameDay = toDayValue(new Date(start)) === toDayValue(new Date(end));
  if (now >= start) return isEndSet && isSameDay ? `идёт до ${formatClock(new Date(end).toISOString())}` : 'уже идёт';
  const minutes = Math.max(1, Math.ceil((start - now) / 60_000));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    hours > 0 ? counted(hours, 'час', 'часа', 'часов') : '',
    rest > 0 ? counted(rest, 'минуту', 'минуты', 'минут') : '',
  ];
  return `через ${parts.filter(Boolean).join(' ')}`;
}
