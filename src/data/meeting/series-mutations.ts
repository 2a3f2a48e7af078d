import type * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { type MeetingSeries, meetingIdOn } from '#contract/meetings/meeting-series.ts';
import type { SeriesReach, seriesCreate, seriesOutcome } from '#contract/meetings/series-calls.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation, type OutboxRow, variablesOf } from '#src/sync/index.ts';
import type { MeetingUpdate } from './body.ts';
import { inviteToMeeting, seriesScope } from './mutations.ts';
import { elsewhereWords, meetingTitle } from './words.ts';

const { meeting: meetings } = entities;

/** Day and times of a meeting of a series by its rule. */
export interface SeriesDay {
  occurrence: string;
  start_at: string;
  end_at: string;
}

type Plan = z.output<typeof seriesCreate>['plan'];
type SeriesOutcome = z.output<typeof seriesOutcome>;
type SeriesFields = Omit<MeetingUpdate, 'start_at' | 'end_at' | 'remove_file_ids'>;

export interface NewSeries {
  id: string;
  fields: SeriesFields & { title: string };
  plan: Plan;
  /** Days of the plan, computed in advance: the code that expands the rule is loaded only with the form. */
  days: readonly SeriesDay[];
}

/** POST /meeting-series: recurring meetings, with ids derived from that of the series. */
export const createSeries = defineMutation({
  name: 'meeting.createSeries',
  call: calls.createSeries,
  prepare: ({ id, fields, plan }: NewSeries) => ({
    scope: seriesScope(id),
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
  /** The meeting as shown in the form. */
  meeting: Meeting;
  series: MeetingSeries;
  reach: SeriesReach;
  /** Id of the series that begins with the meeting, and prefix of the ids of new meetings. */
  newId: string;
  change: SeriesFields;
  /** If days or times change: the changed fields of the plan, the whole new plan, and its effect on the meetings. */
  plan?: {
    fields: Partial<Plan>;
    whole: Plan;
    moved: Record<string, SeriesDay>;
    gone: readonly string[];
    added: readonly SeriesDay[];
  };
}

const reachWords: Record<SeriesReach, string> = { following: 'эта и следующие', all: 'все' };

/** PUT /meeting-series/{id}: changes future meetings of a series; fields changed for one meeting alone are kept. */
export const updateSeries = defineMutation({
  name: 'meeting.updateSeries',
  call: calls.updateSeries,
  prepare: ({ meeting, series, reach, newId, change, plan }: SeriesChange) => ({
    scope: seriesScope(series.id),
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

/** Returns a meeting after a change of its series: without its own fields, except for the meeting shown in the form. */
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
  /** Day of the first meeting to be deleted. */
  from: string;
}

/** DELETE /meeting-series/{id}/meetings/{from}: past meetings and those with a protocol are kept. */
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
  outcome: (_, reply) => outcomeOf('Встречи серии удалены', reply),
});

/** DELETE /meeting-series/{id}/invitations/{from}: the same, and the people who were invited are told. */
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
    // This sentence comes first, since a long title is cut off.
    detail: `Письма уйдут, когда отменить это будет уже нельзя. ${meetingTitle(meeting)}`,
  }),
  outcome: (_, reply) => outcomeOf('Встречи серии отменены', reply),
});

/** Names the meetings in series split from this one, which this device may have taken for meetings of the same. */
function outcomeOf(message: string, reply: SeriesOutcome | undefined) {
  return reply?.elsewhere ? { message, detail: capitalized(elsewhereWords(reply.elsewhere)) } : undefined;
}

export interface SeriesInvitation {
  /** Id of the round, which makes a repeated request idempotent. */
  id: string;
  series: Pick<MeetingSeries, 'id'>;
  /** The meeting from which it was sent. */
  meeting: Pick<Meeting, 'id' | 'title'>;
  /** Day of the first meeting that people are told of. */
  from: string;
}

/** POST /meeting-series/{id}/invitations: one mail to each person, of all meetings that they do not know yet. */
export const inviteToSeries = defineMutation({
  name: 'meeting.inviteSeries',
  call: calls.inviteToSeries,
  prepare: ({ id, series, meeting, from }: SeriesInvitation) => ({
    // After queued changes of the series and, by the subject, of the meeting: its files belong to the mail.
    scope: seriesScope(series.id),
    subject: meeting.id,
    title: `Приглашения на встречи серии «${meetingTitle(meeting)}»`,
    params: { id: series.id },
    body: { id, from },
    needs: 'series-invitations',
  }),
  changes: ({ series, from }) => [
    meetings.update(
      (each) => isFrom(each, series.id, from) && Date.parse(each.end_at ?? '') > Date.now(),
      (known) => known,
    ),
  ],
  invalidates: () => [['meetings'], ['meeting-invitations']],
});

/** Whether a queued mutation sends the invitations to this meeting, alone or with its series. */
export function invitesTo(row: OutboxRow, meeting: Pick<Meeting, 'id' | 'series' | 'occurrence'>): boolean {
  const round = variablesOf(inviteToSeries, row);
  if (round) return isFrom(meeting, round.series.id, round.from);
  return variablesOf(inviteToMeeting, row)?.meeting.id === meeting.id;
}

export const seriesMutations = [createSeries, updateSeries, deleteSeries, cancelSeries, inviteToSeries] as const;

function preparedRemoval({ series, from }: SeriesRemoval) {
  return {
    scope: seriesScope(series.id),
    // The subject is a part of the series, so that the deletion does not cancel an unsent creation of the series.
    subject: `${series.id} ${from}`,
    params: { id: series.id, from },
    needs: 'meeting-series',
  };
}

function removalChanges({ series, from }: SeriesRemoval) {
  return [meetings.remove((each) => isReached(each, series.id, from) && isToCome(each))];
}

/** Whether a change of the series from this day on applies to the meeting: not if it has a protocol. */
function isReached(meeting: Meeting, id: string, from: string): boolean {
  return isFrom(meeting, id, from) && !meeting.protocol_id;
}

function isFrom({ series, occurrence }: Pick<Meeting, 'series' | 'occurrence'>, id: string, from: string): boolean {
  return series?.id === id && (occurrence ?? '') >= from;
}

/** A meeting that has begun is neither moved nor deleted. */
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
