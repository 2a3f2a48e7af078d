import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Meeting, meetingCreate } from '#contract/meeting.ts';
import { defineMutation } from '#src/sync/index.ts';
import { type MeetingUpdate, wholeMeeting } from './body.ts';
import { patchMeetings, refetchMeetings } from './cache.ts';
import { changedMeeting, withMeeting } from './lists.ts';
import { meetingTitle } from './words.ts';

export interface NewMeeting {
  id: string;
  body: z.output<typeof meetingCreate>;
  files: readonly File[];
}

export interface MeetingChange {
  /** As it was when the change was made, with what was unsent then. */
  meeting: Meeting;
  change: MeetingUpdate;
  /** New files, beside those that there are. */
  files: readonly File[];
}

const scopeOf = (id: string) => `meeting:${id}`;

/** POST /meetings under an id of our own; with files as form data. */
export const createMeeting = defineMutation({
  name: 'meeting.create',
  call: calls.createMeeting,
  prepare: ({ id, body, files }: NewMeeting) => ({
    scope: scopeOf(id),
    subject: id,
    creates: id,
    title: `Новая встреча «${meetingTitle(body)}»`,
    body: { ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)), id },
    extras: ['id'],
    ...filesOf(files),
  }),
  onSettled: (client, _variables, made) =>
    showMeetings(client, (all, days) => (made ? withMeeting(all, made, days) : all)),
});

/** PUT /meetings/{id}; with files as form data. */
export const updateMeeting = defineMutation({
  name: 'meeting.update',
  call: calls.updateMeeting,
  prepare: ({ meeting, change, files }: MeetingChange) => ({
    scope: scopeOf(meeting.id),
    subject: meeting.id,
    title: `Встреча «${meetingTitle({ ...meeting, ...change })}»`,
    params: { id: meeting.id },
    body: { ...change },
    whole: wholeMeeting(meeting),
    ...filesOf(files),
  }),
  onSettled: (client, { meeting, change }, saved) =>
    showMeetings(client, (all, days) => {
      const base = all.find(({ id }) => id === meeting.id) ?? meeting;
      return withMeeting(all, { ...changedMeeting(base, change), ...saved, id: meeting.id }, days);
    }),
});

/** DELETE /meetings/{id}; one that is gone already is what was wanted. */
export const deleteMeeting = defineMutation({
  name: 'meeting.delete',
  call: calls.deleteMeeting,
  prepare: ({ meeting }: { meeting: Pick<Meeting, 'id' | 'title' | 'start_at' | 'end_at'> }) => ({
    scope: scopeOf(meeting.id),
    subject: meeting.id,
    title: `Удалить встречу «${meetingTitle(meeting)}»`,
    params: { id: meeting.id },
    successStatuses: [404],
  }),
  onSettled: (client, { meeting }) => showMeetings(client, (all) => all.filter(({ id }) => id !== meeting.id)),
});

export const meetingMutations = [createMeeting, updateMeeting, deleteMeeting] as const;

function filesOf(files: readonly File[]) {
  return files.length > 0 ? { files: { files } } : {};
}

async function showMeetings(client: QueryClient, change: Parameters<typeof patchMeetings>[1]): Promise<void> {
  patchMeetings(client, change);
  await refetchMeetings(client);
}
