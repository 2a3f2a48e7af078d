import { and, asc, eq, getTableColumns, gt, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { meetingUpdate } from '#contract/meeting.ts';
import type { Db } from '#server/db/database.ts';
import { unknownPeople } from '#server/db/known-people.ts';
import { meetingFiles, meetingParticipants, meetings } from '#server/db/schema/meetings.ts';
import { searchKeyOf } from '#server/db/search-key.ts';
import type { DayRange } from '#server/plugins/day-range.ts';
import { invalidField, notFound } from '#server/plugins/errors.ts';
import { discardFiles } from '#server/plugins/storage/discarded-files-repository.ts';
import { explainTaken, idTaken } from '#server/plugins/taken.ts';
import type { Attachment } from './attachments.ts';
import { assertFileCount, assertLink, assertTimes } from './policy.ts';

type Fields = z.output<typeof meetingUpdate>;
export type MeetingRow = typeof meetings.$inferSelect;
export type StoredFile = { id: string; name: string; size: number; key: string };

const { search: _search, searchKey: _searchKey, ...columns } = getTableColumns(meetings);
const explainConflict = explainTaken({ meetings_pkey: idTaken });
const monthMs = 32 * 24 * 60 * 60 * 1000;

/** What a meeting is shown with: people by name, files as they came, the newest of its protocols. */
const details = {
  participantIds: sql<string[]>`array(select p.user_id from meeting_participants p
    join users u on u.id = p.user_id where p.meeting_id = meetings.id order by u.search_key, u.id)`,
  files: sql<StoredFile[]>`coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'key', f.storage_key)
      order by f.id) from meeting_files f where f.meeting_id = meetings.id), '[]')`,
  protocolId: sql<string | null>`(select p.id from protocols p where p.meeting_id = meetings.id
    order by p.created_at desc, p.id desc limit 1)`,
};

const shown = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...columns, ...details })
    .from(meetings)
    .where(where)
    .orderBy(asc(meetings.startAt), asc(meetings.id));

export type ShownMeeting = Awaited<ReturnType<typeof shown>>[number];

/** The owner's meetings that overlap the range, by their beginning. None is longer than a month, so an index finds them. */
export function listMeetings(db: Db, ownerId: string, { from, to }: DayRange) {
  const earliest = new Date(from.getTime() - monthMs);
  const overlaps = and(gt(meetings.startAt, earliest), lt(meetings.startAt, to), gt(meetings.endAt, from));
  return shown(db, and(eq(meetings.ownerId, ownerId), overlaps));
}

export async function showMeeting(db: Db, id: string): Promise<ShownMeeting> {
  const [row] = await shown(db, eq(meetings.id, id));
  return row ?? missing();
}

/** The owner's meeting, or a 404. `lock` holds it until the transaction ends. */
export async function getMeeting(db: Db, ownerId: string, id: string, lock = false): Promise<MeetingRow> {
  const query = db
    .select()
    .from(meetings)
    .where(and(eq(meetings.id, id), eq(meetings.ownerId, ownerId)));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? missing();
}

/** Keeps the client's id; one that is taken is a 409. */
export async function createMeeting(
  db: Db,
  ownerId: string,
  id: string,
  fields: Fields & { title: string; start_at: string; end_at: string },
  now: Date,
): Promise<void> {
  const times = { startAt: new Date(fields.start_at), endAt: new Date(fields.end_at) };
  const set = changedBy(fields, { title: '', description: null, place: null, link: null, ...times });
  const values = { ...set, id, ownerId, title: fields.title, ...times, createdAt: now, updatedAt: now };
  await db.insert(meetings).values(values).catch(explainConflict);
  await setParticipants(db, { id, ownerId }, fields.participant_ids ?? []);
}

/** Changes what the body names. The row is locked by the caller. */
export async function updateMeeting(db: Db, row: MeetingRow, body: Fields, now: Date): Promise<void> {
  const set = { ...changedBy(body, row), version: sql`${meetings.version} + 1`, updatedAt: now };
  await db.update(meetings).set(set).where(eq(meetings.id, row.id));
  if (body.participant_ids) await setParticipants(db, row, body.participant_ids);
  if (body.remove_file_ids) await forgetFiles(db, row.id, now, body.remove_file_ids);
}

/** Removes the meeting and its files; its protocols stay. */
export async function deleteMeeting(db: Db, row: MeetingRow, now: Date): Promise<void> {
  await forgetFiles(db, row.id, now);
  await db.delete(meetings).where(eq(meetings.id, row.id));
}

export async function addFiles(db: Db, meetingId: string, added: readonly Attachment[], now: Date): Promise<void> {
  if (added.length === 0) return;
  assertFileCount((await db.$count(meetingFiles, eq(meetingFiles.meetingId, meetingId))) + added.length);
  const values = added.map(({ id, name, type, size, key }) => {
    return { id, meetingId, name, type, size, storageKey: key, createdAt: now };
  });
  await db.insert(meetingFiles).values(values);
}

/** A meeting's file and whose it is. */
export async function findFile(db: Db, meetingId: string, fileId: string) {
  const { name, size, storageKey } = meetingFiles;
  const [file] = await db
    .select({ name, size, key: storageKey, ownerId: meetings.ownerId })
    .from(meetingFiles)
    .innerJoin(meetings, eq(meetings.id, meetingFiles.meetingId))
    .where(and(eq(meetingFiles.id, fileId), eq(meetingFiles.meetingId, meetingId)));
  return file;
}

async function forgetFiles(db: Db, meetingId: string, now: Date, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) return;
  const which = and(eq(meetingFiles.meetingId, meetingId), ids && inArray(meetingFiles.id, [...ids]));
  const gone = await db.delete(meetingFiles).where(which).returning({ key: meetingFiles.storageKey });
  await discardFiles(
    db,
    gone.map(({ key }) => key),
    now,
  );
}

/** Who has since been blocked may stay, but not be added. */
async function setParticipants(db: Db, { id, ownerId }: Pick<MeetingRow, 'id' | 'ownerId'>, wanted: readonly string[]) {
  const here = eq(meetingParticipants.meetingId, id);
  const before = await db.select({ userId: meetingParticipants.userId }).from(meetingParticipants).where(here);
  const had = new Set(before.map(({ userId }) => userId));
  const added = [...new Set(wanted)].filter((userId) => !had.has(userId));
  if ((await unknownPeople(db, ownerId, added)).length > 0) {
    throw invalidField('participant_ids', 'Среди участников есть человек, которого нет в списке пользователей');
  }
  const left = wanted.length > 0 ? and(here, notInArray(meetingParticipants.userId, [...wanted])) : here;
  await db.delete(meetingParticipants).where(left);
  const rows = added.map((userId) => ({ meetingId: id, userId }));
  if (rows.length > 0) await db.insert(meetingParticipants).values(rows).onConflictDoNothing();
}

/** The columns that a body changes, with those that follow from them. */
function changedBy(
  body: Fields,
  before: Pick<MeetingRow, 'title' | 'description' | 'place' | 'link' | 'startAt' | 'endAt'>,
) {
  const set = {
    title: body.title ?? before.title,
    description: body.description === undefined ? before.description : body.description,
    place: body.place === undefined ? before.place : body.place,
    link: body.link === undefined ? before.link : body.link,
    startAt: body.start_at === undefined ? before.startAt : new Date(body.start_at),
    endAt: body.end_at === undefined ? before.endAt : new Date(body.end_at),
  };
  assertTimes(set.startAt, set.endAt);
  assertLink(body.link);
  return { ...set, searchKey: searchKeyOf(set.title, set.description, set.place) };
}

function missing(): never {
  throw notFound('Встреча не найдена');
}
