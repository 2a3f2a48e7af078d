import type { MeetingSeries } from '#contract/meetings/meeting-series.ts';
import { planOf } from '#contract/meetings/series/change-plan.ts';
import { expandSeries, type SeriesPlan, timesOn } from '#contract/meetings/series/expand-series.ts';
import { repeatWords } from '#contract/meetings/series/rule-words.ts';
import { noBreak } from '#contract/text/russian-text.ts';
import { clockWords, longDay, shortDay } from '../invitations/index.ts';

/** A meeting of a series to which a person is invited. */
type Invited = { startAt: Date; endAt: Date; occurrence: string | null };

/** Maximum number of missing days and moved meetings that are named; more are counted in the list. */
const maxNamed = 5;

/**
 * Returns «каждый вторник в 10:00, 12 января — 28 декабря 2027 г., кроме 4 мая; встреча 1 июня перенесена на 2 июня,
 * 10:00»: the days between the first and the last meeting to which the person is not invited, and those that have
 * another time, are named. Undefined where the rule says too little of them.
 * @param meetings by start
 */
export function seriesSummary(series: MeetingSeries, meetings: readonly Invited[], zone: string): string | undefined {
  const plan = planOf(series);
  const days = meetings.flatMap(({ occurrence }) => occurrence ?? []).sort();
  const [since, upTo] = [days[0], days.at(-1)];
  const [first, last] = [meetings[0], meetings.at(-1)];
  if (!plan || !since || !upTo || !first || !last) return undefined;
  const byDay = new Map(meetings.map((meeting) => [meeting.occurrence, meeting]));
  const planned = expandSeries(plan, { since, upTo }).days.filter(({ occurrence }) => occurrence <= upTo);
  const other = planned.filter(({ occurrence, day }) => !isUsual(plan, byDay.get(occurrence), occurrence, day));
  if (other.length > maxNamed) return undefined;
  const usual = planned.filter((each) => !other.includes(each));
  const hours = new Set(usual.map(({ occurrence }) => clockWords(byDay.get(occurrence)?.startAt ?? new Date(0), zone)));
  const [hour] = hours;
  const at = hours.size === 1 && hour ? ` в ${hour}` : '';
  const absent = other.filter(({ occurrence }) => !byDay.has(occurrence));
  const except = absent.map(({ occurrence }) => dayWords(occurrence)).join(', ');
  const changed = other.flatMap(({ occurrence }) => byDay.get(occurrence) ?? []);
  const words = [`${repeatWords(plan.rule)}${at}, ${spanOf(first, last, zone)}${except && `, кроме ${except}`}`];
  return [...words, ...changedWords(plan, changed, zone)].join('; ');
}

/** Returns «встреча 23 февраля перенесена на 24 февраля, 10:00», «встреча 2 марта закончится в 12:00». */
function changedWords(plan: SeriesPlan, meetings: readonly Invited[], zone: string): string[] {
  const usualStart = ({ occurrence }: Invited) => timesOn(plan, occurrence ?? '').start_at;
  const moved = meetings.filter((meeting) => meeting.startAt.toISOString() !== usualStart(meeting));
  const newTime = ({ occurrence, startAt }: Invited) => {
    const isSameDay = shortDay(startAt, zone) === dayWords(occurrence);
    return `на ${isSameDay ? '' : `${shortDay(startAt, zone)}, `}${clockWords(startAt, zone)}`;
  };
  const [only, ...more] = moved;
  const list = moved.map((each) => `${dayWords(each.occurrence)}${noBreak}— ${newTime(each)}`).join('; ');
  const one = only && `встреча ${dayWords(only.occurrence)} перенесена ${newTime(only)}`;
  const ending = meetings
    .filter((meeting) => !moved.includes(meeting))
    .map(({ occurrence, endAt }) => `встреча ${dayWords(occurrence)} закончится в ${clockWords(endAt, zone)}`);
  return [more.length > 0 ? `перенесены встречи: ${list}` : one, ...ending].flatMap((words) => words ?? []);
}

/** Formats a day of the rule: «23 февраля». */
const dayWords = (occurrence: string | null) => shortDay(noon(occurrence ?? ''), 'UTC');

/** Whether a meeting takes place on its day, or on the working day beside, at the hours of the series. */
function isUsual(plan: SeriesPlan, meeting: Invited | undefined, occurrence: string, day: string): boolean {
  if (!meeting || day !== occurrence) return false;
  const { start_at, end_at } = timesOn(plan, day);
  return meeting.startAt.toISOString() === start_at && meeting.endAt.toISOString() === end_at;
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** Returns «12 января — 28 декабря 2027 г.», with both years where they differ. */
function spanOf({ startAt: from }: Invited, { startAt: to }: Invited, zone: string): string {
  const year = (at: Date) => at.toLocaleDateString('en', { timeZone: zone, year: 'numeric' });
  return `${year(from) === year(to) ? shortDay(from, zone) : longDay(from, zone)} — ${longDay(to, zone)}`;
}
