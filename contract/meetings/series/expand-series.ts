import { parseDateTime, toZoned } from '@internationalized/date';
import { RRuleTemporal } from 'rrule-temporal';
import type { HolidayChoice } from '#contract/meetings/meeting-series.ts';
import { daysAfter, monthsAfter, weekdayOf } from '#contract/text/plain-day.ts';
import { isHoliday, isWorkingDay, longestBreak, workingDayBeside } from './production-calendar.ts';
import { type RepeatRule, ruleText } from './repeat-rule.ts';

type Day = string;

/** Schedule of a series, in the local time of its zone, across changes to and from summer time. */
export interface SeriesPlan {
  rule: RepeatRule;
  /** The day from which the rule is counted, YYYY-MM-DD. */
  first: Day;
  /** HH:MM */
  time: string;
  minutes: number;
  zone: string;
  holidays: HolidayChoice;
}

/** One meeting of a series. */
export interface PlannedDay {
  /** The day that the rule gives; it identifies the meeting in the series even if it was moved (RECURRENCE-ID). */
  occurrence: Day;
  /** The actual day. */
  day: Day;
}

export interface Expansion {
  days: PlannedDay[];
  /** Occurrences on days off, and the outcome of each: another day, the same, or none. */
  affected: { occurrence: Day; day: Day | undefined }[];
  /** There are more meetings than `maxMeetings`. */
  isTooLong: boolean;
  /** The count of the rule does not fit into `longestYears`. */
  isCut: boolean;
  /** The last day considered; meetings of a rule without an end continue after it. */
  lookedTo: Day;
}

/** Maximum number of meetings of a series at once. */
export const maxMeetings = 400;
/** Months ahead for which a series without an end has meetings. */
export const monthsAhead = 12;
/** Limit in years for rules that hardly ever yield a day. */
export const longestYears = 30;

interface Span {
  /** Occurrences before this day are left out. */
  since?: Day;
  /** Last day for a rule without an end. */
  upTo?: Day;
}

/** Returns the days of a series. A rule without an end is followed for a year after its first day, or up to `upTo`. */
export function expandSeries(
  { rule, first, holidays }: Pick<SeriesPlan, 'rule' | 'first' | 'holidays'>,
  { since = first, upTo = yearAfter(first) }: Span = {},
): Expansion {
  const isEndless = !rule.until && !rule.count;
  const lookedTo = isEndless ? upTo : (rule.until ?? monthsAfter(first, longestYears * 12));
  // Days just outside matter too: a day off may move onto one of them, or from it into the span.
  const wide = {
    // A count is always counted from the first meeting, whatever span is requested.
    since: rule.count ? first : daysAfter(since, -longestBreak),
    upTo: isEndless ? daysAfter(lookedTo, longestBreak) : lookedTo,
  };
  const found = daysOfRule(rule, first, wide);
  const isInside = (day: Day) => day >= since && day <= lookedTo;
  const last = found.filter(isInside).at(maxMeetings - 1);
  const isTooLong = !rule.count && found.some((day) => isInside(day) && last !== undefined && day > last);
  const given = new Set(found);
  const taken = new Set<Day>();
  const days: PlannedDay[] = [];
  const affected: Expansion['affected'] = [];
  for (const occurrence of found) {
    if (taken.size === rule.count) break;
    if (isTooLong && last !== undefined && occurrence > last) break;
    const isAffected = isOff(rule, occurrence);
    const moved = isAffected ? movedDay(occurrence, holidays) : occurrence;
    // On that day there is another meeting of the series.
    const isMet = moved !== occurrence && moved !== undefined && (given.has(moved) || taken.has(moved));
    const day = isMet ? undefined : moved;
    if (day !== undefined) taken.add(day);
    if (!isInside(occurrence)) continue;
    if (isAffected) affected.push({ occurrence, day });
    if (day !== undefined) days.push({ occurrence, day });
  }
  const isCut = since === first && taken.size < (rule.count ?? 0);
  return { days, affected, isTooLong, isCut, lookedTo };
}

/**
 * Returns the days of a new series. One without an end that began in the past is followed for a year from today, unless
 * that would be too many meetings.
 */
export function expandNewSeries(plan: Parameters<typeof expandSeries>[0], today: Day): Expansion {
  const usual = expandSeries(plan);
  const upTo = yearAfter(today);
  if (plan.rule.until || plan.rule.count || upTo <= usual.lookedTo) return usual;
  const longer = expandSeries(plan, { upTo });
  return longer.isTooLong ? usual : longer;
}

/** Returns the last day of the year that begins on this day. */
export function yearAfter(first: Day): Day {
  return daysAfter(monthsAfter(first, monthsAhead), -1);
}

/** Returns the instants of a meeting on this day. If the clock skips its hour, it begins that much later (RFC 5545). */
export function timesOn({ time, minutes, zone }: Pick<SeriesPlan, 'time' | 'minutes' | 'zone'>, day: Day) {
  const start = toZoned(parseDateTime(`${day}T${time}`), zone, 'compatible').toDate();
  return { start_at: start.toISOString(), end_at: new Date(start.getTime() + minutes * 60_000).toISOString() };
}

function daysOfRule(rule: RepeatRule, first: Day, { since, upTo }: Required<Span>): Day[] {
  // Dates only: the time and the zone are applied in `timesOn`.
  const start = `DTSTART;VALUE=DATE:${first.replaceAll('-', '')}`;
  // The count is that of meetings, and days off may remove some occurrences, so it is not passed to the rule.
  const text = ruleText({ ...rule, count: undefined, until: upTo });
  const most = rule.count ? 2 * rule.count + longestBreak : maxMeetings + 2 * longestBreak;
  const days: Day[] = [];
  new RRuleTemporal({ rruleString: `${start}\nRRULE:${text}` }).all((next) => {
    const day = next.toPlainDate().toString();
    if (day >= since && day <= upTo) days.push(day);
    return days.length <= most;
  });
  return days;
}

/** Whether the holiday choice applies to this day. A weekend day that the rule names explicitly is not a day off. */
function isOff(rule: RepeatRule, day: Day): boolean {
  if (isHoliday(day)) return true;
  const isByDate = rule.every === 'year' || (rule.every === 'month' && 'day' in rule);
  return isByDate && weekdayOf(day) > 5 && !isWorkingDay(day);
}

function movedDay(day: Day, holidays: HolidayChoice): Day | undefined {
  if (holidays === 'keep') return day;
  return holidays === 'skip' ? undefined : workingDayBeside(day, holidays === 'next' ? 1 : -1);
}
