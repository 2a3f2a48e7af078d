import type * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Meeting, meetingCreate } from '#contract/meetings/meeting.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation, type OutboxRow, variablesOf } from '#src/sync/index.ts';
import { changedMeeting, type MeetingUpdate, ownFieldsAfter, wholeMeeting } from './body.ts';
import { withNewFiles } from './files.ts';
import { countsOf } from './invitations.ts';
import { meetingTitle } from './words.ts';

const { meeting: meetings } = entities;

/** Returns the scope of changes of a series. */
export const seriesScope = (id: string): string => `series:${id}`;

export interface NewMeeting {
  id: string;
  body: z.output<typeof meetingCreate>;
  files: readonly File[];
}

export interface MeetingChange {
  /** The meeting that the change is based on, with queued mutations applied. */
  meeting: Meeting;
  change: MeetingUpdate;
  /** New files, in addition to the existing ones. */
  files: readonly File[];
}

const scopeOf = (id: string) => `meeting:${id}`;

/** Scope of the series that the meeting is one of: a change of the series reaches the meeting too. */
const seriesOf = ({ series }: Pick<Meeting, 'series'>) => (series ? seriesScope(series.id) : undefined);

/** POST /meetings with a client-generated id; as form data if there are files. */
export const createMeeting = defineMutation({
  name: 'meeting.create',
  call: calls.createMeeting,
  prepare: ({ id, body, files }: NewMeeting) => ({
    scope: scopeOf(id),
    subject: id,
    creates: id,
    title: `Новая встреча «${meetingTitle(body)}»`,
    body: { ...Object.fromEntries(Object.entries(body).filter(hasValue)), id },
    extras: ['id', 'body_id', 'guests'],
    ...filesOf(files),
  }),
  changes: ({ id, body, files }, made) => [
    meetings.create(id, ({ row }) => ({ ...body, id, files: withNewFiles([], files, row), ...made })),
  ],
  invalidates: staleWithMeetings,
});

/** PUT /meetings/{id}; as form data if there are files. */
export const updateMeeting = defineMutation({
  name: 'meeting.update',
  call: calls.updateMeeting,
  prepare: ({ meeting, change, files }: MeetingChange) => ({
    scope: scopeOf(meeting.id),
    partOf: seriesOf(meeting),
    subject: meeting.id,
    title: `Встреча «${meetingTitle({ ...meeting, ...change })}»`,
    params: { id: meeting.id },
    body: { ...change },
    whole: wholeMeeting(meeting),
    extras: ['body_id', 'guests'],
    ...filesOf(files),
  }),
  changes: ({ meeting, change, files }, saved) => [
    meetings.update(
      meeting.id,
      (known, { row }) => {
        const changed = changedMeeting(known, change);
        const own = known.series ? { own_fields: ownFieldsAfter(known, change) } : {};
        return { ...changed, ...own, files: withNewFiles(changed.files ?? [], files, row), ...saved, id: meeting.id };
      },
      { base: meeting },
    ),
  ],
  invalidates: staleWithMeetings,
});

export interface MeetingRemoval {
  meeting: Pick<Meeting, 'id' | 'title' | 'start_at' | 'end_at' | 'series'>;
}

/** DELETE /meetings/{id}; a 404 counts as success. */
export const deleteMeeting = defineMutation({
  name: 'meeting.delete',
  call: calls.deleteMeeting,
  prepare: ({ meeting }: MeetingRemoval) => ({
    scope: scopeOf(meeting.id),
    partOf: seriesOf(meeting),
    subject: meeting.id,
    title: `Удалить встречу «${meetingTitle(meeting)}»`,
    params: { id: meeting.id },
    successStatuses: [404],
  }),
  changes: ({ meeting: { id } }) => [meetings.remove(id)],
  invalidates: staleWithMeetings,
  removed: ({ meeting }) => ({ message: 'Встреча удалена', detail: meetingTitle(meeting) }),
});

/**
 * DELETE /meetings/{id}/invitations: deletes the meeting and tells the people who were invited. A 404 is a failure,
 * since nobody was told.
 */
export const cancelMeeting = defineMutation({
  name: 'meeting.cancel',
  call: calls.cancelMeeting,
  prepare: ({ meeting }: MeetingRemoval) => ({
    scope: scopeOf(meeting.id),
    partOf: seriesOf(meeting),
    subject: meeting.id,
    title: `Отменить встречу «${meetingTitle(meeting)}» и сообщить`,
    params: { id: meeting.id },
    needs: 'meeting-invitations',
  }),
  changes: ({ meeting: { id } }) => [meetings.remove(id)],
  invalidates: staleWithMeetings,
  removed: ({ meeting }) => ({
    message: 'Встреча отменена',
    // This sentence comes first, since a long title is cut off.
    detail: `Письма уйдут, когда отменить это будет уже нельзя. ${meetingTitle(meeting)}`,
  }),
});

export interface Invitation {
  /** Id of the round, which makes a repeated request idempotent. */
  id: string;
  meeting: Pick<Meeting, 'id' | 'title' | 'series'>;
}

/** POST /meetings/{id}/invitations: mails everybody what they do not know yet. */
export const inviteToMeeting = defineMutation({
  name: 'meeting.invite',
  call: calls.inviteToMeeting,
  prepare: ({ id, meeting }: Invitation) => ({
    scope: scopeOf(meeting.id),
    partOf: seriesOf(meeting),
    subject: meeting.id,
    title: `Приглашения на встречу «${meetingTitle(meeting)}»`,
    params: { id: meeting.id },
    body: { id },
    needs: 'meeting-invitations',
  }),
  changes: ({ meeting: { id } }, sent) => [
    meetings.update(id, (known) => (sent ? { ...known, invitations: countsOf(sent) } : known)),
  ],
  invalidates: ({ meeting: { id } }) => [['meetings'], ['meeting-invitations', id]],
});

/** Returns the variables of a queued deletion of a meeting, with or without a message to those invited. */
export function removalOf(row: OutboxRow): MeetingRemoval | undefined {
  return variablesOf(deleteMeeting, row) ?? variablesOf(cancelMeeting, row);
}

export const meetingMutations = [createMeeting, updateMeeting, deleteMeeting, cancelMeeting, inviteToMeeting] as const;

/** A new meeting has neither null fields nor empty guests, so these are not sent. */
const hasValue = ([name, value]: [string, unknown]) => value !== null && !(name === 'guests' && `${value}` === '');

function filesOf(files: readonly File[]) {
  return files.length > 0 ? { files: { files } } : {};
}

/** Queries that show meetings: their lists, invitations, statistics, and the protocols created from them. */
function staleWithMeetings() {
  return [['meetings'], ['held-meetings'], ['meeting-invitations'], ['statistics'], ['protocol']];
}
