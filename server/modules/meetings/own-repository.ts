import { and, asc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';
import type { OwnInvitation, OwnMeeting } from '#contract/participation/participation.ts';
import type { DayRange } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { SignedLinks } from '#server/platform/storage/index.ts';
import { meetingGuests } from '#server/schema/invitations.ts';
import { meetingFiles, meetingParticipants, meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { findInvitationsOf, type InvitationRow } from './invitations/index.ts';
import { answerFor, timesOf } from './shared/invitation-answer.ts';
import { filePath } from './shared/meeting-view.ts';
import { seriesView } from './shared/series-repository.ts';

const monthMs = 32 * 24 * 60 * 60 * 1000;

/** Returns the meetings in the range in which this person takes part, by start, with the other participants. */
export async function listOwnMeetings(
  db: Db,
  userId: string,
  { from, to }: DayRange,
  links: Pick<SignedLinks, 'sign'>,
): Promise<OwnMeeting[]> {
  // No meeting is longer than a month.
  const earliest = new Date(from.getTime() - monthMs);
  const overlaps = and(gt(meetings.startAt, earliest), lt(meetings.startAt, to), gt(meetings.endAt, from));
  return viewsOf(db, userId, overlaps, links);
}

/** Returns one of these meetings; undefined if the person does not take part in it. */
export async function findOwnMeeting(
  db: Db,
  { userId, meetingId }: { userId: string; meetingId: string },
  links: Pick<SignedLinks, 'sign'>,
): Promise<OwnMeeting | undefined> {
  const [view] = await viewsOf(db, userId, eq(meetings.id, meetingId), links);
  return view;
}

async function viewsOf(
  db: Db,
  userId: string,
  condition: SQL | undefined,
  links: Pick<SignedLinks, 'sign'>,
): Promise<OwnMeeting[]> {
  const found = await db
    .select({ meeting: meetings, organizer: users.name, series: meetingSeries })
    .from(meetingParticipants)
    .innerJoin(meetings, eq(meetings.id, meetingParticipants.meetingId))
    .innerJoin(users, eq(users.id, meetings.ownerId))
    .leftJoin(meetingSeries, eq(meetingSeries.id, meetings.seriesId))
    .where(and(eq(meetingParticipants.userId, userId), condition))
    .orderBy(asc(meetings.startAt), asc(meetings.id));
  if (found.length === 0) return [];
  const ids = found.map(({ meeting }) => meeting.id);
  const { meetingId, userId: id } = meetingParticipants;
  const people = await db
    .select({ meetingId, id, name: users.name })
    .from(meetingParticipants)
    .innerJoin(users, eq(users.id, id))
    .where(inArray(meetingId, ids))
    .orderBy(asc(users.searchKey), asc(id));
  const files = await db
    .select()
    .from(meetingFiles)
    .where(inArray(meetingFiles.meetingId, ids))
    .orderBy(asc(meetingFiles.id));
  const guests = await db
    .select({ meetingId: meetingGuests.meetingId, id: meetingGuests.id, name: meetingGuests.name })
    .from(meetingGuests)
    .where(inArray(meetingGuests.meetingId, ids))
    .orderBy(asc(meetingGuests.place));
  const invitationOf = await findInvitationsOf(db, userId, ids);
  const [peopleOf, filesOf] = [
    Map.groupBy([...people, ...guests], (person) => person.meetingId),
    Map.groupBy(files, (file) => file.meetingId),
  ];
  return found.map(({ meeting, organizer, series }) => ({
    id: meeting.id,
    title: meeting.title,
    description: meeting.description,
    place: meeting.place,
    link: meeting.link,
    start_at: meeting.startAt.toISOString(),
    end_at: meeting.endAt.toISOString(),
    series: series && seriesView(series),
    organizer_name: organizer,
    participants: (peopleOf.get(meeting.id) ?? []).map(({ id: person, name }) => ({ id: person, name })),
    invitation: invitationView(meeting, invitationOf.get(meeting.id)),
    files: (filesOf.get(meeting.id) ?? []).map(({ id: file, name, size, storageKey }) => {
      return { id: file, name, size, url: links.sign(filePath(meeting.id, file), storageKey) };
    }),
  }));
}

function invitationView(meeting: typeof meetings.$inferSelect, row: InvitationRow | undefined): OwnInvitation | null {
  if (!row) return null;
  const { answer, deputy, note, answeredAt, previousAnswer } = answerFor(row, timesOf(meeting));
  return { answer, deputy, note, answered_at: answeredAt?.toISOString() ?? null, previous_answer: previousAnswer };
}
