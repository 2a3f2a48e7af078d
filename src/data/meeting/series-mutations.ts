import type * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meeting.ts';
import { type MeetingSeries, meetingIdOn } from '#contract/meeting-series.ts';
import type { SeriesReach, seriesCreate } from '#contract/series-calls.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation } from '#src/sync/index.ts';
import type { MeetingUpdate } from './body.ts';
import { meetingTitle } from './words.ts';

const { meeting: meetings } = entities;
const scopeOf = (id: string) => `series:${id}`;

/** A meeting of a series, as its rule has it. */
export interface SeriesDay {
  occurrence: string;
  start_at: string;
  end_at: string;
}

type Plan = z.output<typeof seriesCreate>['plan'];
type SeriesFields = Omit<MeetingUpdate, 'start_at' | 'end_at' | 'remove_file_ids'>;

export interface NewSeries {
  id: string;
  fields: SeriesFields & { title: string };
  plan: Plan;
  /** The days that the plan gives: the code that reads its rule is loaded with the form alone. */
  days: readonly SeriesDay[];
}

/** POST /meeting-series: meetings that repeat, under ids that follow from that of the series. */
export const createSeries = defineMutation({
  name: 'meeting.createSeries',
  call: calls.createSeries,
  prepare: ({ id, fields, plan }: NewSeries) => ({
    scope: scopeOf(id),
    subject: id,
    creates: id,
    title: `Новая серия встреч «${meetingTitle(fields)}»`,
    body: { ...fields, id, plan },
    needs: 'meeting-series',
  }),
  changes: ({ id, fields, plan, days }) =>
    days.map((day) => newMeeting({ ...fields, series: { ...plan, id } }, id, day)),
  invalidates: staleWithSeries,
});

export interface SeriesChange {
  /** As the form showed it. */
  meeting: Meeting;
  series: MeetingSeries;
  reach: SeriesReach;
  /** Of the series that begins with the meeting, and of meetings that are new. */
  newId: string;
  change: SeriesFields;
  /** Where the days or hours change: what of the plan, the plan that comes of it, and what that makes of the meetings. */
  plan?: {
    fields: Partial<Plan>;
    whole: Plan;
    moved: Record<string, SeriesDay>;
    gone: readonly string[];
    added: readonly SeriesDay[];
  };
}

const reachWords: Record<SeriesReach, string> = { following: 'эта и следующие', all: 'все' };

/** PUT /meeting-series/{id}: what is to come of a series; what was changed for one meeting alone stays. */
export const updateSeries = defineMutation({
  name: 'meeting.updateSeries',
  call: calls.updateSeries,
  prepare: ({ meeting, series, reach, newId, change, plan }: SeriesChange) => ({
    scope: scopeOf(series.id),
    subject: `${series.id} ${newId}`,
    addedIds: [newId],
    title: `Встречи серии «${meetingTitle({ ...meeting, ...change })}» (${reachWords[reach]})`,
    params: { id: series.id },
    body: { ...change, id: newId, from: meeting.occurrence ?? '', reach, ...(plan ? { plan: plan.fields } : {}) },
    needs: 'meeting-series',
  }),
  changes: (variables) => {
    const { series, reach, newId, meeting, change, plan } = variables;
    const from = reach === 'all' ? '' : (meeting.occurrence ?? '');
    const next = plan ? { ...plan.whole, id: reach === 'all' ? series.id : newId } : series;
    const isMeant = (each: Meeting) => isReached(each, series.id, from) && !(plan && isSamePlan(each.series, next));
    const isMissing = (each: Meeting) => isToCome(each) && Boolean(plan?.gone.includes(each.occurrence ?? ''));
    const model = { ...meeting, ...change, series: next };
    return [
      meetings.remove((each) => isMeant(each) && isMissing(each)),
      meetings.update(
        (each) => isMeant(each) && Date.parse(each.end_at ?? '') > Date.now(),
        (each) => changedOne(each, variables, next),
      ),
      ...(plan?.added ?? []).map((day) => newMeeting(model, newId, day)),
    ];
  },
  invalidates: staleWithSeries,
});

/** A meeting after a change of its series: by the fields that are not its own, or by all where the form showed it. */
function changedOne(each: Meeting, { meeting, change, plan }: SeriesChange, series: MeetingSeries): Meeting {
  const isShown = each.occurrence === meeting.occurrence;
  const own = new Set(isShown ? [] : (each.own_fields ?? []));
  const named = Object.fromEntries(Object.entries(change).filter(([name]) => !own.has(name)));
  const day = (isToCome(each) && plan?.moved[each.occurrence ?? '']) || each;
  const { start_at, end_at, occurrence } = day;
  const isStaying = own.has('times') || (!isShown && !isToCome(day));
  return { ...each, ...named, ...(isStaying ? {} : { start_at, end_at }), occurrence, series };
}

export interface SeriesRemoval {
  meeting: Pick<Meeting, 'id' | 'title'>;
  series: Pick<MeetingSeries, 'id'>;
  /** The day of the first that goes. */
  from: string;
}

/** DELETE /meeting-series/{id}/meetings/{from}: what is over or has a protocol stays. */
export const deleteSeries = defineMutation({
  name: 'meeting.deleteSeries',
  call: calls.deleteSeries,
  prepare: (removal: SeriesRemoval) => ({
    ...preparedRemoval(removal),
    title: `Удалить встречи серии «${meetingTitle(removal.meeting)}»`,
    successStatuses: [404],
  }),
  changes: removalChanges,
  invalidates: staleWithSeries,
  removed: ({ meeting }) => ({ message: 'Встречи серии удалены', detail: meetingTitle(meeting) }),
});

/** DELETE /meeting-series/{id}/invitations/{from}: the same, and who was invited is told. */
export const cancelSeries = defineMutation({
  name: 'meeting.cancelSeries',
  call: calls.cancelSeries,
  prepare: (removal: SeriesRemoval) => ({
    ...preparedRemoval(removal),
    title: `Отменить встречи серии «${meetingTitle(removal.meeting)}» и сообщить`,
  }),
  changes: removalChanges,
  invalidates: staleWithSeries,
  removed: ({ meeting }) => ({
    message: 'Встречи серии отменены',
    // First, since a long title is cut.
    detail: `Письма уйдут, когда отменить это будет уже нельзя. ${meetingTitle(meeting)}`,
  }),
});

export const seriesMutations = [createSeries, updateSeries, deleteSeries, cancelSeries] as const;

function preparedRemoval({ series, from }: SeriesRemoval) {
  return {
    scope: scopeOf(series.id),
    // A part of the series: to delete that is not to take its creation back.
    subject: `${series.id} ${from}`,
    params: { id: series.id, from },
    needs: 'meeting-series',
  };
}

function removalChanges({ series, from }: SeriesRemoval) {
  return [meetings.remove((each) => isReached(each, series.id, from) && isToCome(each))];
}

/** Whether what is done to the series from this day on reaches the meeting: none that has a protocol. */
function isReached({ series, occurrence, protocol_id }: Meeting, id: string, from: string): boolean {
  return series?.id === id && (occurrence ?? '') >= from && !protocol_id;
}

/** One that has begun neither moves nor goes. */
function isToCome({ start_at }: Pick<Meeting, 'start_at'>): boolean {
  return Date.parse(start_at ?? '') > Date.now();
}

function isSamePlan(one: MeetingSeries | null | undefined, other: MeetingSeries): boolean {
  const names = ['rule', 'first', 'time', 'minutes', 'holidays'] as const;
  return names.every((name) => one?.[name] === other[name]);
}

function newMeeting(model: Partial<Meeting>, prefix: string, day: SeriesDay) {
  const id = meetingIdOn(prefix, day.occurrence);
  const own = { id, files: [], own_fields: [], protocol_id: null, protocol_stage: null, invitations: null };
  return meetings.create(id, () => ({ ...model, ...day, ...own }));
}

function staleWithSeries() {
  return [['meetings'], ['held-meetings'], ['meeting-invitations'], ['statistics'], ['protocol']];
}
