import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { emailKey } from '#contract/common.ts';
import { meetingIdOn } from '#contract/meetings/meeting-series.ts';
import { type PlannedDay, timesOn } from '#contract/meetings/series/expand-series.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { blockedAmong, emailsOf } from '../shared/guests-repository.ts';
import { createMeeting, getMeeting } from '../shared/repository.ts';
import { planOfRow, type SeriesRow } from './repository.ts';

type NewMeetings = {
  /** Prefix of the meetings' ids, which consist of it and the day, so that devices know them before the server does. */
  prefix: string;
  planned: readonly PlannedDay[];
  now: Date;
};

/**
 * Creates meetings of a series: the first is validated like any new meeting, the others are copies of it on their days.
 */
export async function makeMeetings(db: Db, series: SeriesRow, { prefix, planned, now }: NewMeetings): Promise<number> {
  const plan = planOfRow(series);
  const idOf = await idsOf(db, { prefix, planned });
  const [one, ...others] = planned;
  if (!one) return 0;
  const firstId = idOf(one);
  const { title, description, place, link, bodyId, participantIds, guests } = series;
  const fields = { title, description, place, link, body_id: bodyId, participant_ids: participantIds, guests };
  await createMeeting(db, { ownerId: series.ownerId, id: firstId }, { ...fields, ...timesOn(plan, one.day) }, now);
  const ofSeries = { seriesId: series.id, occurrence: one.occurrence };
  await db.update(meetings).set(ofSeries).where(eq(meetings.id, firstId));
  if (others.length === 0) return 1;
  const { search: _search, ...model } = await getMeeting(db, { ownerId: series.ownerId, id: firstId });
  const copies = others.map((each) => {
    const { start_at, end_at } = timesOn(plan, each.day);
    const times = { startAt: new Date(start_at), endAt: new Date(end_at) };
    return { ...model, ...times, id: idOf(each), occurrence: each.occurrence };
  });
  await db.insert(meetings).values(copies);
  const ids = sql.param(copies.map(({ id }) => id));
  await db.execute(sql`insert into meeting_participants (meeting_id, user_id)
    select copy.id, user_id from unnest(${ids}::text[]) as copy(id), meeting_participants where meeting_id = ${firstId}`);
  await db.execute(sql`insert into meeting_guests (meeting_id, id, name, email, place)
    select copy.id, guest.id, name, email, place from unnest(${ids}::text[]) as copy(id), meeting_guests as guest
    where meeting_id = ${firstId}`);
  return planned.length;
}

/**
 * Returns what gives each planned meeting its id: that of its day, or a new one where another meeting has that. Devices
 * then learn it from the server, and one taken id does not keep a whole series from going on.
 */
async function idsOf(db: Db, { prefix, planned }: Pick<NewMeetings, 'prefix' | 'planned'>) {
  const wanted = sql.param(planned.map(({ occurrence }) => meetingIdOn(prefix, occurrence)));
  const rows = await db.select({ id: meetings.id }).from(meetings).where(sql`${meetings.id} = any(${wanted}::text[])`);
  const taken = new Set(rows.map(({ id }) => id));
  return ({ occurrence }: PlannedDay): string => {
    const id = meetingIdOn(prefix, occurrence);
    return taken.has(id) ? uuidv7() : id;
  };
}

/**
 * Returns the series without people who are gone, guests who are also participants, and guests who are blocked by now:
 * meetings created in the background must not fail because of them.
 */
export async function withKnownPeople(db: Db, series: SeriesRow): Promise<SeriesRow> {
  const unknown = new Set(await findUnselectable(db, series.ownerId, series.participantIds));
  const participantIds = series.participantIds.filter((id) => !unknown.has(id));
  const listed = series.guests.map(({ email }) => emailKey(email));
  const emails = [await emailsOf(db, [series.ownerId, ...participantIds]), await blockedAmong(db, listed)];
  const ofParticipants = new Set(emails.flat());
  const guests = series.guests.filter(({ email }) => !ofParticipants.has(emailKey(email)));
  return { ...series, participantIds, guests };
}
