import { parseDateTime, toZoned } from '@internationalized/date';
import { RRuleTemporal } from 'rrule-temporal';
import type { HolidayChoice } from '../meeting-series.ts';
import { daysAfter, monthsAfter, weekdayOf } from '../plain-day.ts';
import { isHoliday, isWorkingDay, longestBreak, workingDayBeside } from './production-calendar.ts';
import { type RepeatRule, ruleText } from './repeat-rule.ts';

type Day = string;

/** When the meetings of a series are: by the clock of its zone, whatever is done to the clocks. */
export interface SeriesPlan {
  rule: RepeatRule;
  /** The day from which it is counted, YYYY-MM-DD. */
  first: Day;
  /** HH:MM */
  time: string;
  minutes: number;
  zone: string;
  holidays: HolidayChoice;
}

/** One meeting of a series. */
export interface PlannedDay {
  /** The day that the rule gives: which one of the series it is, wherever it moves (RECURRENCE-ID). */
  occurrence: Day;
  /** The day on which it is. */
  day: Day;
}

export interface Expansion {
  days: PlannedDay[];
  /** Days of the rule that are off, and what became of each: another day, the same, or none. */
  affected: { occurrence: Day; day: Day | undefined }[];
  /** There would be more than `mostMeetings`. */
  isTooLong: boolean;
  /** Its number of times would take longer than `longestYears`. */
  isCut: boolean;
  /** Up to which day it was looked; meetings of a rule without an end go on after it. */
  lookedTo: Day;
}

/** So many meetings has a series at most at once. */
export const mostMeetings = 400;
/** A series without an end has meetings for so long ahead. */
export const monthsAhead = 12;
/** Rules that hardly ever give a day are not followed for ever. */
export const longestYears = 30;

interface Span {
  /** Occurrences before this day are left out. */
  since?: Day;
  /** How far a rule without an end is followed. */
  upTo?: Day;
}

/** The days of a series. A rule without an end is followed for a year after its first day, or up to `upTo`. */
export function expandSeries(
  { rule, first, holidays }: Pick<SeriesPlan, 'rule' | 'first' | 'holidays'>,
  { since = first, upTo = yearAfter(first) }: Span = {},
): Expansion {
  const isEndless = !rule.until && !rule.count;
  const lookedTo = isEndless ? upTo : (rule.until ?? monthsAfter(first, longestYears * 12));
  // What is just outside decides too: a day off moves onto it, or comes from it.
  const wide = {
    // A number of meetings is counted from the first one on, whatever is asked for.
    since: rule.count ? first : daysAfter(since, -longestBreak),
    upTo: isEndless ? daysAfter(lookedTo, longestBreak) : lookedTo,
  };
  const found = daysOfRule(rule, first, wide);
  const isInside = (day: Day) => day >= since && day <= lookedTo;
  const last = found.filter(isInside).at(mostMeetings - 1);
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
    // On the other day it would meet another one of the series.
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

/** The last day of a year that begins on this day. */
export function yearAfter(first: Day): Day {
  return daysAfter(monthsAfter(first, monthsAhead), -1);
}

/** The instants of a meeting on this day. Where the clocks skip its hour it begins as much later, as RFC 5545 has it. */
export function timesOn({ time, minutes, zone }: Pick<SeriesPlan, 'time' | 'minutes' | 'zone'>, day: Day) {
  const start = toZoned(parseDateTime(`${day}T${time}`), zone, 'compatible').toDate();
  return { start_at: start.toISOString(), end_at: new Date(start.getTime() + minutes * 60_000).toISOString() };
}

function daysOfRule(rule: RepeatRule, first: Day, { since, upTo }: Required<Span>): Day[] {
  // Days alone: the clocks and the zone come in with `timesOn`.
  const start = `DTSTART;VALUE=DATE:${first.replaceAll('-', '')}`;
  // Its number of times is that of meetings, of which days off may take some away.
  const text = ruleText({ ...rule, count: undefined, until: upTo });
  const most = rule.count ? 2 * rule.count + longestBreak : mostMeetings + 2 * longestBreak;
  const days: Day[] = [];
  new RRuleTemporal({ rruleString: `${start}\nRRULE:${text}` }).all((next) => {
    const day = next.toPlainDate().toString();
    if (day >= since && day <= upTo) days.push(day);
    return days.length <= most;
  });
  return days;
}

/** Whether a meeting on this day needs a decision. A weekend that was chosen as such is none. */
function isOff(rule: RepeatRule, day: Day): boolean {
  if (isHoliday(day)) return true;
  const isByDate = rule.every === 'year' || (rule.every === 'month' && 'day' in rule);
  return isByDate && weekdayOf(day) > 5 && !isWorkingDay(day);
}

function movedDay(day: Day, holidays: HolidayChoice): Day | undefined {
  if (holidays === 'keep') return day;
  return holidays === 'skip' ? undefined : workingDayBeside(day, holidays === 'next' ? 1 : -1);
}
