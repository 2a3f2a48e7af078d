import { eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { meetingUpdate } from '#contract/meetings/meeting.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import type { MeetingRow } from './repository.ts';

type Fields = z.output<typeof meetingUpdate>;

/** Fields that can be changed for one meeting of a series, as named in `own_fields`. Start and end count as one. */
export const ownFieldNames = [
  ...['title', 'description', 'place', 'link', 'body_id'],
  ...['times', 'participant_ids', 'guests'],
] as const;

/**
 * Returns the fields in which a change differs from the meeting. Changes of lists are recorded by the code that writes
 * them.
 */
function changedFields(before: MeetingRow, body: Fields): string[] {
  const isOther = (value: unknown, was: unknown) => value !== undefined && (value || null) !== was;
  const isMoved = (value: string | undefined, was: Date) => value !== undefined && Date.parse(value) !== was.getTime();
  const { title, description, place, link, bodyId, startAt, endAt } = before;
  const changes: Record<string, boolean> = {
    title: isOther(body.title, title),
    description: isOther(body.description, description),
    place: isOther(body.place, place),
    link: isOther(body.link, link),
    body_id: isOther(body.body_id, bodyId),
    times: isMoved(body.start_at, startAt) || isMoved(body.end_at, endAt),
    participant_ids: body.participant_ids !== undefined,
    guests: body.guests !== undefined,
  };
  return ownFieldNames.filter((name) => changes[name]);
}

/** Records the fields changed for one meeting alone, which later changes of its series leave as they are. */
export async function noteOwnFields(db: Db, before: MeetingRow, body: Fields): Promise<void> {
  if (!before.seriesId) return;
  const ownFields = [...new Set([...before.ownFields, ...changedFields(before, body)])];
  await db.update(meetings).set({ ownFields }).where(eq(meetings.id, before.id));
}

/**
 * Locks the series of a meeting to be deleted: before the meeting itself, in the same order as changes of the series.
 */
export async function lockSeriesOf(db: Db, meetingId: string): Promise<void> {
  const ofMeeting = db.select({ id: meetings.seriesId }).from(meetings).where(eq(meetings.id, meetingId));
  await db
    .select({ id: meetingSeries.id })
    .from(meetingSeries)
    .where(inArray(meetingSeries.id, ofMeeting))
    .for('update');
}

/** Records that a meeting was deleted alone, so that its series does not create it again. */
export async function noteDeletion(db: Db, { seriesId, occurrence }: MeetingRow): Promise<void> {
  if (!seriesId || !occurrence) return;
  const excluded = sql`${meetingSeries.excluded} || ${JSON.stringify([occurrence])}::jsonb`;
  await db.update(meetingSeries).set({ excluded }).where(eq(meetingSeries.id, seriesId));
}
