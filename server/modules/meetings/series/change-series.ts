import type * as z from 'zod/mini';
import { meetingFields } from '#contract/meetings/meeting.ts';
import { changedPlan, moveOf, planFields, planOf, ruleFrom } from '#contract/meetings/series/change-plan.ts';
import { type DayMove, matchDays, spansOf } from '#contract/meetings/series/day-move.ts';
import {
  type Expansion,
  expandSeries,
  maxMeetings,
  type PlannedDay,
  type SeriesPlan,
  timesOn,
  yearAfter,
} from '#contract/meetings/series/expand-series.ts';
import { endedBefore, movedRule, ruleText } from '#contract/meetings/series/repeat-rule.ts';
import type { seriesCreate, seriesUpdate } from '#contract/meetings/series-calls.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import type { Db } from '#server/platform/db/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { assertLink } from '../shared/policy.ts';
import { updateMeeting } from '../shared/repository.ts';
import { makeMeetings, withKnownPeople } from './make-meetings-repository.ts';
import type { SeriesMeeting, SeriesRow } from './repository.ts';
import * as repository from './repository.ts';

export type SeriesChange = z.output<typeof seriesUpdate>;
type Fields = Pick<SeriesChange, 'title' | keyof typeof meetingFields>;

export type ChangeDeps = {
  now: Date;
  /** Locks the unsent mails of meetings, all in one order: one of them may tell of several meetings. */
  holdMails: (db: Db, meetingIds: readonly string[]) => Promise<void>;
  /** Deletes meetings with their files and unsent mails; invited people are told, each of all of them together. */
  removeMeetings: (db: Db, meetings: readonly SeriesMeeting[]) => Promise<void>;
};

/** Maximum number of days by which a meeting of a series may be moved. */
const farthest = 366;

type Outcome = Record<'made' | 'changed' | 'removed' | 'kept' | 'elsewhere', number> & { id: string };

/** Throws a 422 if a requested plan gives no days or too many. */
export function assertUsable(expansion: Expansion): Expansion {
  if (expansion.isTooLong) {
    throw invalidField('plan.rule', `Получается больше ${maxMeetings} встреч: выберите окончание раньше`);
  }
  if (expansion.days.length === 0) {
    throw invalidField('plan.rule', 'По этому правилу не получается ни одной встречи');
  }
  return expansion;
}

/** Returns the plan of a call; throws a 422 if its rule is not supported. */
export function askedPlan(fields: z.output<typeof seriesCreate>['plan']): SeriesPlan {
  const plan = planOf(fields);
  if (!plan) throw invalidField('plan.rule', 'Такое правило повторения не поддерживается');
  return plan;
}

/**
 * Changes the future meetings of a series: all of them, or those from a day on, which become a separate series.
 * Meetings that are over or have a protocol stay as they are, and so do fields that were changed for one meeting alone;
 * only the meeting that the change started from takes all of it.
 */
export async function changeSeries(
  db: Db,
  series: SeriesRow,
  change: SeriesChange,
  deps: ChangeDeps,
): Promise<Outcome> {
  const { id, from, reach, plan } = change;
  const fields = namedFields(change);
  assertLink(fields.link);
  const before = repository.planOfRow(series);
  // With a new plan the series gets the new id in any case, since the device shows it under that id from then on.
  const isAgain = id === series.id;
  const isSplit =
    reach === 'following' && !isAgain && (plan !== undefined || (await repository.isInTheMiddle(db, series.id, from)));
  let target = isSplit ? await split(db, series, { id, from, now: deps.now }) : series;
  const rows = await repository.meetingsFrom(db, target.id, reach === 'all' ? '' : from);
  if (plan)
    await deps.holdMails(
      db,
      rows.map((row) => row.id),
    );
  // A meeting in progress keeps its time, but its link, for example, can still be corrected.
  const open = rows.filter((row) => row.endAt > deps.now && !row.hasProtocol);
  target = await repository.updateSeries(db, target.id, templateOf(fields), deps.now);
  const following = { prefix: id, from, rows, ...deps };
  const followed = plan && (await followPlan(db, target, { ...nextPlan(before, plan, change), ...following }));
  // Last: who was invited to a meeting that is removed is told of it under the title and the place that they know.
  const left = open.filter((row) => !followed?.removed.has(row.id));
  for (const row of left) await changeOne(db, row, { fields, from, now: deps.now });
  const { made = 0, removed = new Set() } = followed ?? {};
  const counts = { made, changed: left.length, removed: removed.size, kept: rows.length - open.length };
  const others = { from: reach === 'all' ? '' : from, now: deps.now, except: target.id };
  return { id: target.id, ...counts, elsewhere: await repository.countElsewhere(db, series, others) };
}

function nextPlan(before: SeriesPlan, plan: NonNullable<SeriesChange['plan']>, { from, reach }: SeriesChange) {
  const asked = mergedPlan(before, plan, from);
  return { plan: changedPlan(before, asked, from, reach), move: moveOf(before, asked, from) };
}

/** Returns the plan after a change: what it does not name stays, and the rule follows its meeting to another day. */
function mergedPlan(before: SeriesPlan, asked: NonNullable<SeriesChange['plan']>, from: string): SeriesPlan {
  const { first = from, rule = ruleText(movedRule(before.rule, from, first)) } = asked;
  if (first < daysAfter(from, -farthest) || first > daysAfter(from, farthest)) {
    throw invalidField('plan.first', 'Встречу серии нельзя перенести больше чем на год');
  }
  return askedPlan({ ...planFields(before), ...asked, first, rule });
}

/** Ends a series before a day and begins another with its later meetings. */
async function split(db: Db, series: SeriesRow, { id, from, now }: { id: string; from: string; now: Date }) {
  const { version: _version, createdAt: _createdAt, ...model } = series;
  const plan = repository.planOfRow(series);
  const excluded = Object.groupBy(series.excluded, (day) => (day < from ? 'earlier' : 'later'));
  const later = await repository.insertSeries(db, {
    ...model,
    ...{ id, first: from, splitFrom: series.id, excluded: excluded.later ?? [], createdAt: now, updatedAt: now },
    rule: ruleText(ruleFrom(plan, from)),
  });
  await repository.handOver(db, series.id, id, from);
  const ended = endedBefore(plan.rule, from);
  const rest = { rule: ruleText(ended), madeTo: ended.until ?? series.madeTo, excluded: excluded.earlier ?? [] };
  await repository.updateSeries(db, series.id, rest, now);
  return later;
}

/**
 * Returns the fields of a meeting that a change names; fields of a single meeting, such as its times, are not among
 * them.
 */
function namedFields(change: SeriesChange): Fields {
  return Object.fromEntries(
    Object.entries(change).filter(([name]) => name === 'title' || Object.hasOwn(meetingFields, name)),
  );
}

function templateOf({ title, description, place, link, body_id, participant_ids, guests }: Fields): Partial<SeriesRow> {
  const set = { title, description, place, link, bodyId: body_id, participantIds: participant_ids, guests };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}

/** Changes the fields of one meeting that were not changed for it alone. */
async function changeOne(
  db: Db,
  row: SeriesMeeting,
  { fields, from, now }: { fields: Fields; from: string; now: Date },
): Promise<void> {
  const isLookedAt = row.occurrence === from;
  const named = Object.entries(fields).filter(([name]) => isLookedAt || !row.ownFields.includes(name));
  if (named.length === 0) return;
  await updateMeeting(db, row, Object.fromEntries(named), now);
  if (isLookedAt)
    await setOwnFields(
      db,
      row,
      row.ownFields.filter((name) => !(name in fields)),
    );
}

async function setOwnFields(db: Db, row: SeriesMeeting, ownFields: string[]): Promise<void> {
  if (ownFields.length === row.ownFields.length) return;
  row.ownFields = ownFields;
  await repository.setOwnFields(db, row.id, ownFields);
}

type NewPlan = ChangeDeps & {
  plan: SeriesPlan;
  move: DayMove | undefined;
  prefix: string;
  from: string;
  rows: readonly SeriesMeeting[];
};

/**
 * Adapts the meetings to another plan: they are moved, those without a day are deleted, and new ones are created. A
 * meeting that would be moved into the past keeps its time, unless the change started from it.
 */
async function followPlan(db: Db, series: SeriesRow, { plan, move, prefix, from, rows, now, removeMeetings }: NewPlan) {
  const isOpen = (row: SeriesMeeting) => row.startAt > now && !row.hasProtocol;
  const today = now.toISOString().slice(0, 10);
  // Days long past are left out, however old the series is.
  const since = daysAfter([today, ...rows.filter(isOpen).map(({ occurrence }) => occurrence)].sort()[0] ?? today, -7);
  const span = spansOf(move, { since, upTo: yearAfter(today) });
  const expansion = expandSeries(plan, { ...span.later, upTo: later(series.madeTo, span.later.upTo) });
  const { days: planned, lookedTo } = assertUsable(expansion);
  const closed = rows.filter((row) => !isOpen(row));
  const recent = [...rows.map(({ occurrence }) => occurrence), ...series.excluded];
  const { matched, days } = matchPlanned(
    recent.filter((day) => day >= span.earlier.since),
    { planned, move, closed },
  );
  const byOccurrence = new Map(days.map((each) => [each.occurrence, each]));
  const dayOf = (row: SeriesMeeting) => byOccurrence.get(matched.get(row.occurrence) ?? '');
  const dropped = rows.filter((row) => isOpen(row) && !dayOf(row));
  await removeMeetings(db, dropped);
  const moved = new Map<string, string>();
  for (const row of rows) {
    const day = dayOf(row);
    if (day) moved.set(row.id, day.occurrence);
    if (!day || !isOpen(row)) continue;
    const isLookedAt = row.occurrence === from;
    const times = timesOn(plan, day.day);
    if (!isLookedAt && (row.ownFields.includes('times') || !isToCome(times, now))) continue;
    await updateMeeting(db, row, times, now);
    if (isLookedAt)
      await setOwnFields(
        db,
        row,
        row.ownFields.filter((name) => name !== 'times'),
      );
  }
  await repository.setOccurrences(db, moved);
  const excluded = series.excluded.flatMap((day) => matched.get(day) ?? []);
  const { time_zone: zone, ...fields } = planFields(plan);
  const changed = await repository.updateSeries(db, series.id, { ...fields, zone, excluded, madeTo: lookedTo }, now);
  const met = new Set(matched.values());
  const isNew = ({ occurrence, day }: PlannedDay) => !met.has(occurrence) && isToCome(timesOn(plan, day), now);
  const fresh = days.filter(isNew);
  const made = await makeMeetings(db, await withKnownPeople(db, changed), { prefix, planned: fresh, now });
  return { made, removed: new Set(dropped.map(({ id }) => id)) };
}

/**
 * Matches earlier days with planned ones, and returns the available days: without those of meetings that stay and have
 * no other day.
 */
function matchPlanned(
  before: readonly string[],
  { planned, move, closed }: Pick<NewPlan, 'move'> & { planned: PlannedDay[]; closed: readonly SeriesMeeting[] },
) {
  for (let days = planned; ; ) {
    const matched = matchDays(
      before,
      days.map(({ occurrence }) => occurrence),
      move,
    );
    const held = new Set(closed.map(({ occurrence }) => occurrence).filter((day) => !matched.has(day)));
    const free = days.filter(({ occurrence }) => !held.has(occurrence));
    if (free.length === days.length) return { matched, days };
    days = free;
  }
}

const isToCome = ({ start_at }: { start_at: string }, now: Date) => Date.parse(start_at) > now.getTime();
const later = (one: string, other: string) => (one > other ? one : other);
