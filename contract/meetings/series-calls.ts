import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import { day, idParams, int, maybe, requiredText, string, whenUsed } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { timeZone } from '#contract/time-zone.ts';
import { longestTitle, meetingFields } from './meeting.ts';
import { holidayChoices } from './meeting-series.ts';

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Неверное время'));
const longestMinutes = 31 * 24 * 60;

/** Schedule of the meetings of a series (`meetingSeries`). */
const plan = z.object({
  rule: string.check(z.maxLength(200)),
  /** The day from which the rule is counted. */
  first: day,
  time: clock,
  minutes: z
    .int()
    .check(z.gte(1, 'Конец должен быть позже начала'), z.lte(longestMinutes, 'Встреча не может длиться больше 31 дня')),
  time_zone: timeZone,
  holidays: z.enum(holidayChoices),
});

/**
 * Result of a change or a deletion of a series: the numbers of meetings created, changed, removed and left unchanged,
 * and `elsewhere` of those in series that were split from this one, which the call did not reach.
 */
export const seriesOutcome = whenUsed(() =>
  z.looseObject({
    id,
    ...{ made: maybe(int), changed: maybe(int), removed: maybe(int), kept: maybe(int), elsewhere: maybe(int) },
  }),
);

/** POST /meeting-series: creates a series with its meetings, whose ids are derived from `id` and their days. */
export const seriesCreate = whenUsed(() =>
  z.looseObject({ ...meetingFields, id, plan, title: requiredText(longestTitle) }),
);

/** Affected meetings: from one of them on, or all future ones. `from` is the occurrence that the person edited. */
export const seriesReach = ['following', 'all'] as const;
export type SeriesReach = (typeof seriesReach)[number];

/**
 * PUT /meeting-series/{id}: omitted fields stay unchanged, and so do past meetings, meetings with a protocol, and
 * fields that were changed for one meeting alone. `id` is that of the series that begins at `from`, and of its new
 * meetings. `plan` contains the changed fields; its `first` is the day to which the meeting of `from` moves, and the
 * others move by as many days.
 */
export const seriesUpdate = whenUsed(() =>
  z.looseObject({
    ...meetingFields,
    id,
    from: day,
    reach: z.enum(seriesReach),
    title: z.optional(requiredText(longestTitle)),
    plan: z.optional(z.partial(plan)),
  }),
);

/**
 * POST /meeting-series/{id}/invitations: tells everybody on the lists of the meetings from `from` on what they do not
 * know yet, in one mail to each person. `id` is that of the round and makes it idempotent.
 */
export const seriesRound = z.looseObject({ id, from: day });

/** How many meetings the round told of, and how many people it mails. */
export const seriesInvited = z.looseObject({ id, meetings: maybe(int), people: maybe(int) });

const secretary = ['secretary'] as const;
/** `from`: the day of an occurrence, YYYY-MM-DD. */
const fromParams = z.object({ id, from: id });

/** Calls for recurring meetings. A single meeting is changed by the calls for meetings. */
export const seriesCalls = {
  createSeries: call({
    method: 'POST',
    path: '/meeting-series',
    summary: 'Новая серия встреч',
    access: secretary,
    body: seriesCreate,
    idempotent: true,
    reply: { kind: 'item', of: seriesOutcome },
    extra: true,
  }),
  updateSeries: call({
    method: 'PUT',
    path: '/meeting-series/{id}',
    summary: 'Изменить предстоящие встречи серии',
    access: secretary,
    params: idParams,
    body: seriesUpdate,
    idempotent: true,
    reply: { kind: 'item', of: seriesOutcome },
    extra: true,
  }),
  deleteSeries: call({
    method: 'DELETE',
    path: '/meeting-series/{id}/meetings/{from}',
    summary: 'Удалить предстоящие встречи серии с этого дня',
    access: secretary,
    params: fromParams,
    idempotent: true,
    reply: { kind: 'item', of: seriesOutcome },
    extra: true,
  }),
  inviteToSeries: call({
    method: 'POST',
    path: '/meeting-series/{id}/invitations',
    summary: 'Одно письмо каждому, кто о встречах серии с этого дня или об их изменении ещё не знает',
    access: secretary,
    params: idParams,
    body: seriesRound,
    idempotent: true,
    reply: { kind: 'item', of: seriesInvited },
    extra: true,
  }),
  cancelSeries: call({
    method: 'DELETE',
    path: '/meeting-series/{id}/invitations/{from}',
    summary: 'Удалить предстоящие встречи серии с этого дня и сообщить об этом приглашённым',
    access: secretary,
    params: fromParams,
    idempotent: true,
    reply: { kind: 'item', of: seriesOutcome },
    extra: true,
  }),
} as const;
