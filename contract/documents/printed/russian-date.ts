import { genitiveMonths } from '#contract/text/month-names.ts';
import { noBreak } from '#contract/text/russian-text.ts';

type Day = { year: string; month: string; day: string };

/** Returns «20 ноября 2026 г.»; an empty text for an invalid date. */
export function longDate(iso: string | null | undefined, timeZone: string): string {
  const day = dayOf(iso, timeZone);
  return day ? [Number(day.day), genitiveMonths[Number(day.month) - 1], day.year, 'г.'].join(noBreak) : '';
}

/** Returns «20.11.2026»; an empty text for an invalid date. */
export function shortDate(iso: string | null | undefined, timeZone: string): string {
  const day = dayOf(iso, timeZone);
  return day ? `${day.day}.${day.month}.${day.year}` : '';
}

/** Returns «20 ноября 2026 г.», or «18–21.12.2026» for a meeting of several days. */
export function meetingDate(from: string | null | undefined, to: string | null | undefined, timeZone: string): string {
  return severalDays(from, to, timeZone) || longDate(from ?? to, timeZone);
}

/** Returns «20.11.2026», or «18–21.12.2026» for a meeting of several days. */
export function shortMeetingDate(
  from: string | null | undefined,
  to: string | null | undefined,
  timeZone: string,
): string {
  return severalDays(from, to, timeZone) || shortDate(from, timeZone);
}

/** Returns «18–21.12.2026»; an empty text for a single day. */
function severalDays(from: string | null | undefined, to: string | null | undefined, timeZone: string): string {
  const [first, last] = [dayOf(from, timeZone), dayOf(to, timeZone)];
  if (!first || !last || isoDay(last) <= isoDay(first)) return '';
  const end = `${last.day}.${last.month}.${last.year}`;
  if (first.year !== last.year) return `${first.day}.${first.month}.${first.year}–${end}`;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day}.${first.month}–${end}`;
}

/** Returns «10:20», in the offset of the text or else in the zone; an empty text for an invalid date. */
export function clockTime(iso: string | null | undefined, timeZone: string): string {
  const instant = new Date(iso ?? '');
  if (!iso || Number.isNaN(instant.getTime())) return '';
  const own = /T(\d{2}:\d{2})(?::[\d.]+)?[+-]\d{2}:?\d{2}$/.exec(iso);
  if (own) return own[1] ?? '';
  return new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
}

/** Returns «2026-11-20»; an empty text for an invalid date. */
export function isoDate(iso: string | null | undefined, timeZone: string): string {
  const day = dayOf(iso, timeZone);
  return day ? isoDay(day) : '';
}

const isoDay = (day: Day) => `${day.year}-${day.month}-${day.day}`;

/** Returns the day at the writer's place: that in the text if it names an offset or no time, else that in the zone. */
function dayOf(iso: string | null | undefined, timeZone: string): Day | undefined {
  const instant = new Date(iso ?? '');
  if (!iso || Number.isNaN(instant.getTime())) return undefined;
  const own = /^(\d{4})-(\d{2})-(\d{2})(?:T.*[+-]\d{2}:?\d{2})?$/.exec(iso);
  if (own) return { year: own[1] ?? '', month: own[2] ?? '', day: own[3] ?? '' };
  const parts = new Intl.DateTimeFormat('ru', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
  return { year: part.year ?? '', month: part.month ?? '', day: part.day ?? '' };
}
