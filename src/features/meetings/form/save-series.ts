import { uuidv7 } from 'uuidv7';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingIdOn } from '#contract/meetings/meeting-series.ts';
import { changedPlan, moveOf, planFields, planOf } from '#contract/meetings/series/change-plan.ts';
import { type DayMove, matchDays, spansOf } from '#contract/meetings/series/day-move.ts';
import {
  type Expansion,
  expandNewSeries,
  expandSeries,
  maxMeetings,
  type PlannedDay,
  type SeriesPlan,
  timesOn,
  yearAfter,
} from '#contract/meetings/series/expand-series.ts';
import { movedRule } from '#contract/meetings/series/repeat-rule.ts';
import type { SeriesReach } from '#contract/meetings/series-calls.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import {
  createSeries,
  type NewSeries,
  plainMeeting,
  type SeriesChange,
  type SeriesDay,
  updateMeeting,
  updateSeries,
} from '#src/data/meeting/index.ts';
import {
  ApiError,
  enqueue,
  mutate,
  type OpenForm,
  type Optimistic,
  type OutboxRow,
  resolveMutation,
} from '#src/sync/index.ts';
import {
  changedBody,
  formOf,
  isRepeatChanged,
  type MeetingBody,
  type MeetingForm,
} from '../base/meeting-form-values.ts';
import { clockOf, planOfForm } from '../series/form-plan.ts';
import { changedNotice, createdNotice, type SeriesNotice } from '../series/outcome-words.ts';
import { clockIn, ruleOf } from '../series/repeat-value.ts';

interface SeriesContent {
  values: MeetingForm;
  body: MeetingBody;
  files: readonly File[];
  removedFileIds: readonly string[];
}

/** `kept`: the series waits on the device. `series`: the message about the outcome, as far as it is known. */
interface SavedSeries {
  kept: boolean;
  series: SeriesNotice;
  /** A new series, or a change of one. */
  made?: NewSeries;
  change?: SeriesChange;
}

type Files = Pick<SeriesContent, 'files' | 'removedFileIds'>;

/**
 * Returns the variables of a new series. Throws ApiError, as the server would, where its rule gives no meetings or too
 * many.
 */
export function newSeries({ values, body }: Omit<SeriesContent, keyof Files>, id: string): NewSeries {
  const { start_at, end_at, ...fields } = body;
  const plan = planOfForm(values);
  const { days } = usable(expandNewSeries(plan, clockIn(plan.zone, new Date().toISOString()).day));
  return { id, fields, plan: planFields(plan), days: days.map((day) => seriesDay(plan, day)) };
}

/** Saves a form as a new series; its files are added to the first meeting. */
export async function saveNewSeries(content: SeriesContent, id: string, form: OpenForm): Promise<SavedSeries> {
  const variables = newSeries(content, id);
  const { kept, reply } = await mutate(createSeries, variables, { form });
  await saveFirstFiles(variables, content);
  return { kept, series: createdNotice(variables.days, reply?.made), made: variables };
}

/** Sends a refused new series again with the values of its form. */
export async function saveNewSeriesAgain(
  content: SeriesContent,
  refused: OutboxRow,
  { id }: NewSeries,
): Promise<SavedSeries> {
  const variables = newSeries(content, id);
  await resolveMutation(createSeries, refused, variables);
  await saveFirstFiles(variables, content);
  return { kept: true, series: createdNotice(variables.days, undefined), made: variables };
}

async function saveFirstFiles({ id, fields, days }: NewSeries, content: Files): Promise<void> {
  const [first] = days;
  if (first) await saveFiles({ ...fields, ...first, id: meetingIdOn(id, first.occurrence) }, content);
}

interface SeriesEdit extends SeriesContent {
  initial: MeetingForm;
  changed: Partial<MeetingBody>;
  meeting: Optimistic<Meeting>;
  reach: SeriesReach;
}

/** Saves a form as a change of a series; its files are added to the edited meeting. */
export async function saveSeriesChange(edit: SeriesEdit, form: OpenForm): Promise<SavedSeries> {
  const { meeting } = edit;
  const change = seriesChange(edit);
  const { kept, reply } = await mutate(updateSeries, change, { form, basedOn: meeting.unsent?.writes });
  await saveFiles(plainMeeting(meeting), edit);
  return { kept, series: changedNotice(reply), change };
}

/** Sends a refused change of a series again: what the form changes in the meeting on which the change was based. */
export async function saveSeriesChangeAgain(
  content: SeriesContent,
  refused: OutboxRow,
  { meeting, reach, newId }: SeriesChange,
): Promise<SavedSeries> {
  const initial = formOf(meeting);
  const again = seriesChange({ ...content, meeting, reach, initial, changed: changedBody(initial, content.values) });
  const change = { ...again, newId };
  await resolveMutation(updateSeries, refused, change);
  await saveFiles(meeting, content);
  return { kept: true, series: changedNotice(undefined), change };
}

/** Saves the files, which belong to one meeting, whichever meetings of the series are changed. */
async function saveFiles(meeting: Meeting, { files, removedFileIds }: Files): Promise<void> {
  if (files.length + removedFileIds.length === 0) return;
  const change = removedFileIds.length > 0 ? { remove_file_ids: [...removedFileIds] } : {};
  await enqueue(updateMeeting, { meeting, change, files });
}

/** Returns the variables of a change of a series: the changed fields and, if its days or hours changed, the plan. */
export function seriesChange(edit: Omit<SeriesEdit, keyof Files | 'body'>): SeriesChange {
  const { meeting, reach, changed, initial, values } = edit;
  const { series } = meeting;
  if (!series) throw new Error('A meeting without its series');
  const { start_at, end_at, ...change } = changed;
  const variables = { meeting: plainMeeting(meeting), series, reach, newId: uuidv7(), change };
  const before = planOf(series);
  const isMoved = start_at !== undefined || end_at !== undefined || isRepeatChanged(initial, values);
  if (!before || !isMoved) return variables;
  const from = meeting.occurrence ?? before.first;
  const next = nextPlan(before, from, edit);
  const whole = changedPlan(before, next, from, reach);
  return {
    ...variables,
    plan: {
      fields: changedFields(before, next, from),
      whole: planFields(whole),
      ...movedDays(before, whole, from, { reach, move: moveOf(before, next, from) }),
    },
  };
}

/**
 * Returns the changed fields of a plan; the others may have been changed on another device. A rule that only follows
 * its meeting to another day is not a change.
 */
function changedFields(before: SeriesPlan, next: SeriesPlan, from: string) {
  const kept = planFields({ ...before, first: from, rule: movedRule(before.rule, from, next.first) });
  const isKept = (name: string, value: unknown) => kept[name as keyof typeof kept] === value;
  const fields = Object.entries(planFields(next)).filter(([name, value]) => !isKept(name, value));
  return Object.fromEntries(fields) as Partial<ReturnType<typeof planFields>>;
}

/** Returns the plan that the form describes, starting on the day to which its meeting is moved. */
function nextPlan(
  before: SeriesPlan,
  from: string,
  { initial, values }: Pick<SeriesEdit, 'initial' | 'values'>,
): SeriesPlan {
  const [was, now] = [clockOf(before.zone, initial), clockOf(before.zone, values)];
  const shift = Math.round((Date.parse(now.day) - Date.parse(was.day)) / 86_400_000);
  const first = daysAfter(from, shift);
  const rule =
    isRepeatChanged(initial, values) && values.repeat ? ruleOf(values.repeat) : movedRule(before.rule, from, first);
  const holidays = values.repeat?.holidays ?? before.holidays;
  // A meeting that was moved alone has its own hours: where they are not edited, the hours of the series stay.
  const time = now.time === was.time ? before.time : now.time;
  const minutes = now.minutes === was.minutes ? before.minutes : now.minutes;
  return { ...before, rule, first, holidays, time, minutes };
}

function movedDays(
  before: SeriesPlan,
  after: SeriesPlan,
  from: string,
  { reach, move }: { reach: SeriesReach; move: DayMove | undefined },
) {
  const today = clockIn(before.zone, new Date().toISOString()).day;
  const recent = daysAfter(today, -7);
  // The last day up to which the server has created meetings: a year after the first, or more.
  const upTo = later(yearAfter(today), yearAfter(before.first));
  const span = spansOf(move, { since: recent, upTo });
  const isReached = (day: string) => reach === 'all' || day >= from;
  const old = expandSeries(before, span.earlier).days.flatMap(({ occurrence: day }) => (isReached(day) ? day : []));
  const since = reach === 'following' ? later(span.later.since, earlier(from, after.first)) : span.later.since;
  const { days } = usable(expandSeries(after, { ...span.later, since }));
  const matched = matchDays(
    old,
    days.map(({ occurrence }) => occurrence),
    move,
  );
  const byOccurrence = new Map(days.map((day) => [day.occurrence, seriesDay(after, day)]));
  const met = new Set(matched.values());
  const added = days.filter(({ occurrence }) => !met.has(occurrence)).map((day) => seriesDay(after, day));
  return {
    moved: Object.fromEntries([...matched].flatMap(([day, to]) => [[day, byOccurrence.get(to)]])) as Record<
      string,
      SeriesDay
    >,
    gone: old.filter((day) => !matched.has(day)),
    added: added.filter(({ start_at }) => Date.parse(start_at) > Date.now()),
  };
}

function seriesDay(plan: SeriesPlan, { occurrence, day }: PlannedDay): SeriesDay {
  return { occurrence, ...timesOn(plan, day) };
}

/** Throws in the words of the server, which would refuse such a plan too. */
function usable(expansion: Expansion): Expansion {
  if (expansion.isTooLong) throw refusal(`Получается больше ${maxMeetings} встреч: выберите окончание раньше`);
  if (expansion.days.length === 0) throw refusal('По этому правилу не получается ни одной встречи');
  return expansion;
}

function refusal(message: string): ApiError {
  return new ApiError({ status: 422, code: 'validation_failed', message, fields: { 'plan.rule': message } });
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);
