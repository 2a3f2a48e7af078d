import { noBreak } from '#contract/text/russian-text.ts';
import { shortened } from '#contract/text/shortened.ts';

type Times = { startAt: Date; endAt: Date };

const moscow = 'Europe/Moscow';

/**
 * Formats the time of a meeting: «четверг, 26 ноября 2026 г., 10:00–11:30 (московское время)»; across midnight with
 * both days.
 */
export function meetingWhen(times: Times, zone: string): string {
  return `${spanWords(times, zone)} (${zoneWords(times.startAt, zone)})`;
}

/** Formats the same without the time zone. */
export function spanWords({ startAt, endAt }: Times, zone: string): string {
  const [from, to] = [longWeekday(startAt, zone), longWeekday(endAt, zone)];
  const [start, end] = [clockWords(startAt, zone), clockWords(endAt, zone)];
  return from === to ? `${from}, ${start}–${end}` : `${from}, ${start} – ${to}, ${end}`;
}

/** Formats a start time for the subject of a mail: «26 ноября, 10:00». */
export function shortWhen({ startAt }: Pick<Times, 'startAt'>, zone: string): string {
  return `${shortDay(startAt, zone)}, ${clockWords(startAt, zone)}`;
}

/** Formats a day: «26 ноября». */
export function shortDay(at: Date, zone: string): string {
  return formatOf('ru', { timeZone: zone, day: 'numeric', month: 'long' }).format(at);
}

/** Formats a day with its year: «26 ноября 2026 г.». */
export function longDay(at: Date, zone: string): string {
  const day = formatOf('ru', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' });
  return day.format(at).replaceAll(' ', noBreak);
}

/** Formats the time of an answer: «25 ноября 2026 г. в 9:05». */
export function momentWords(at: Date, zone: string): string {
  return `${longDay(at, zone)} в${noBreak}${clockWords(at, zone)}`;
}

/** Shortens a title to one line, for a sentence or a subject. */
export function titleWords(title: string, most = 120): string {
  return shortened(title.replace(/\s+/g, ' ').trim(), most) || 'Встреча без названия';
}

/** Formats a day: «четверг, 26 ноября 2026 г.». */
export function longWeekday(at: Date, zone: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return formatOf('ru', { timeZone: zone, ...options })
    .format(at)
    .replace(/ г\.$/, `${noBreak}г.`);
}

/** Formats a time of day: «10:00». */
export function clockWords(at: Date, zone: string): string {
  return formatOf('ru', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Names the time zone as it is at a moment: «московское время», «UTC+5». */
export function zoneWords(at: Date, zone: string): string {
  if (zone === moscow) return `московское${noBreak}время`;
  const parts = formatOf('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone).replace('GMT', 'UTC');
}

/** Returns «место, повестка и файлы». */
export function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} и ${names.at(-1)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes much longer than using it, and the mails of a series hold thousands of dates. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}
