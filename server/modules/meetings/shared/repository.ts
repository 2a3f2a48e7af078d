import { and, asc, eq, getTableColumns, gt, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { meetingUpdate } from '#contract/meetings/meeting.ts';
import type { MeetingSeries } from '#contract/meetings/meeting-series.ts';
import type { Stage } from '#contract/stage.ts';
import { assertOwnBody } from '#server/modules/bodies/index.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import type { DayRange } from '#server/platform/days/index.ts';
import {
  conflictExplainer,
  type Db,
  idConflict,
  newestFirst,
  type OwnId,
  searchKeyOf,
} from '#server/platform/db/index.ts';
import type { AttachedFile } from '#server/platform/files/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { meetingFiles, meetingParticipants, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { guestAmongUsers, guestsOf, invitationCountsOf, setGuests } from './guests-repository.ts';
import { assertFileCount, assertLink, assertTimes } from './policy.ts';
import { seriesOf } from './series-repository.ts';

type Fields = z.output<typeof meetingUpdate>;
export type MeetingRow = typeof meetings.$inferSelect;
export type StoredFile = { id: string; name: string; size: number; key: string };

const { search: _search, searchKey: _searchKey, ...columns } = getTableColumns(meetings);
const explainConflict = conflictExplainer({ meetings_pkey: idConflict });
const byStart = [asc(meetings.startAt), asc(meetings.id)];
const monthMs = 32 * 24 * 60 * 60 * 1000;

/** Number of meetings read at once, so that a year of them holds up neither the embedded database nor this thread. */
const atOnce = 300;

export type ShownMeeting = Omit<MeetingRow, 'search' | 'searchKey'> & {
  participantIds: string[];
  files: StoredFile[];
  protocolId: string | null;
  protocolStage: Stage | null;
  guests: { id: string; name: string; email: string }[];
  invitations: { invited: number; coming: number; refused: number; sentAt: Date } | null;
  series: MeetingSeries | null;
};

/**
 * Yields the owner's meetings that overlap the range, by start, in batches. None is longer than a month, so that an
 * index finds them. Their ids are read at one moment, their contents a little later.
 */
export async function* listMeetings(db: Db, ownerId: string, { from, to }: DayRange): AsyncGenerator<ShownMeeting[]> {
  const earliest = new Date(from.getTime() - monthMs);
  const overlaps = and(gt(meetings.startAt, earliest), lt(meetings.startAt, to), gt(meetings.endAt, from));
  const found = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.ownerId, ownerId), overlaps))
    .orderBy(...byStart);
  const nameKeys = new Map<string, string>();
  for (let first = 0; first < found.length; first += atOnce) {
    const ids = found.slice(first, first + atOnce).map(({ id }) => id);
    yield shown(db, ids, nameKeys);
  }
}

export async function showMeeting(db: Db, id: string): Promise<ShownMeeting> {
  const [row] = await shown(db, [id]);
  return row ?? throwNotFound();
}

/** Returns these meetings by start. */
export function showMeetings(db: Db, ids: readonly string[]): Promise<ShownMeeting[]> {
  return shown(db, [...ids]);
}

/**
 * Returns meetings with everything shown of them: participants by name, files in the order of upload, the newest
 * protocol.
 * @param nameKeys known sort keys of people, who are mostly the same in many meetings
 */
async function shown(db: Db, ids: string[], nameKeys = new Map<string, string>()): Promise<ShownMeeting[]> {
  // A single parameter, regardless of their number: hundreds of parameters take longer to write than to look up.
  const isAmong = (column: PgColumn) => sql`${column} = any(${sql.param(ids)}::text[])`;
  // Each is looked up by its key: for hundreds at once the planner would rather scan the whole table.
  const each = db.select(columns).from(meetings).where(eq(meetings.id, sql`wanted.id`)).limit(1).as('each');
  const rows = await db
    .select(each._.selectedFields)
    .from(wantedIds(ids))
    .crossJoinLateral(each)
    .orderBy(asc(each.startAt), asc(each.id));
  const people = await db
    .select({ id: meetingParticipants.meetingId, userIds: sql<string[]>`array_agg(${meetingParticipants.userId})` })
    .from(meetingParticipants)
    .where(isAmong(meetingParticipants.meetingId))
    .groupBy(meetingParticipants.meetingId);
  const strangers = people.flatMap(({ userIds }) => userIds).filter((userId) => !nameKeys.has(userId));
  for (const person of await nameKeysOf(db, [...new Set(strangers)])) nameKeys.set(person.id, person.searchKey);
  const byName = (a: string, b: string) => compare(nameKeys.get(a) ?? '', nameKeys.get(b) ?? '') || compare(a, b);
  const { id, meetingId, name, size, storageKey: key } = meetingFiles;
  const files = await db
    .select({ id, meetingId, name, size, key })
    .from(meetingFiles)
    .where(isAmong(meetingId))
    .orderBy(asc(id));
  const newest = await db
    .selectDistinctOn([protocols.meetingId], {
      meetingId: protocols.meetingId,
      id: protocols.id,
      stage: protocols.stage,
    })
    .from(protocols)
    .where(isAmong(protocols.meetingId))
    .orderBy(asc(protocols.meetingId), ...newestFirst(protocols));
  const guests = await guestsOf(db, ids);
  const counts = await invitationCountsOf(db, rows);
  const series = await seriesOf(db, [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))]);
  const [participantsOf, filesOf, protocolOf] = [
    new Map(people.map(({ id: meeting, userIds }) => [meeting, userIds.sort(byName)])),
    Map.groupBy(files, (file) => file.meetingId),
    new Map(newest.map((protocol) => [protocol.meetingId, protocol])),
  ];
  return rows.map((row) => ({
    ...row,
    participantIds: participantsOf.get(row.id) ?? [],
    files: filesOf.get(row.id) ?? [],
    protocolId: protocolOf.get(row.id)?.id ?? null,
    protocolStage: protocolOf.get(row.id)?.stage ?? null,
    guests: (guests.get(row.id) ?? []).map(({ id: guestId, name: guest, email }) => ({
      id: guestId,
      name: guest,
      email,
    })),
    invitations: counts.get(row.id) ?? null,
    series: series.get(row.seriesId ?? '') ?? null,
  }));
}

async function nameKeysOf(db: Db, ids: string[]): Promise<{ id: string; searchKey: string }[]> {
  if (ids.length === 0) return [];
  const { id, searchKey } = users;
  const each = db.select({ id, searchKey }).from(users).where(eq(id, sql`wanted.id`)).limit(1).as('each');
  return db.select({ id: each.id, searchKey: each.searchKey }).from(wantedIds(ids)).crossJoinLateral(each);
}

const wantedIds = (ids: string[]) => sql`unnest(${sql.param(ids)}::text[]) as wanted(id)`;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the owner's meeting, or throws a 404. */
export async function getMeeting(db: Db, own: OwnId): Promise<MeetingRow> {
  const [row] = await db.select().from(meetings).where(isOwn(own));
  return row ?? throwNotFound();
}

/** Returns the owner's meeting, locked until the transaction ends, or throws a 404. */
export async function lockMeeting(db: Db, own: OwnId): Promise<MeetingRow> {
  const [row] = await db.select().from(meetings).where(isOwn(own)).for('update');
  return row ?? throwNotFound();
}

const isOwn = ({ ownerId, id }: OwnId) => and(eq(meetings.id, id), eq(meetings.ownerId, ownerId));

/** Creates the meeting under the client's id. Throws a 409 if the id is taken. */
export async function createMeeting(
  db: Db,
  { ownerId, id }: OwnId,
  fields: Fields & { title: string; start_at: string; end_at: string },
  now: Date,
): Promise<void> {
  const times = { startAt: new Date(fields.start_at), endAt: new Date(fields.end_at) };
  if (fields.body_id) await assertOwnBody(db, { ownerId, id: fields.body_id });
  const set = changedBy(fields, { title: '', description: null, place: null, ...times });
  const values = { ...set, id, ownerId, title: fields.title, ...times, createdAt: now, updatedAt: now };
  await db.insert(meetings).values(values).catch(explainConflict);
  await setParticipants(db, { id, ownerId }, fields.participant_ids ?? []);
  await setGuests(db, id, fields.guests ?? []);
  await assertGuestsApart(db, id, fields);
}

/** Applies the fields of the request. The caller has locked the row. */
export async function updateMeeting(db: Db, row: MeetingRow, body: Fields, now: Date): Promise<void> {
  if (body.body_id && body.body_id !== row.bodyId) await assertOwnBody(db, { ownerId: row.ownerId, id: body.body_id });
  const set = { ...changedBy(body, row), version: sql`${meetings.version} + 1`, updatedAt: now };
  await db.update(meetings).set(set).where(eq(meetings.id, row.id));
  if (body.participant_ids) await setParticipants(db, row, body.participant_ids);
  if (body.guests) await setGuests(db, row.id, body.guests);
  await assertGuestsApart(db, row.id, body);
  if (body.remove_file_ids) await forgetFiles(db, row.id, now, body.remove_file_ids);
}

/** Removes the meeting and its files; its protocols stay. */
export async function deleteMeeting(db: Db, row: MeetingRow, now: Date): Promise<void> {
  await forgetFiles(db, row.id, now);
  await forgetReplies(db, [row.id]);
  await db.delete(meetings).where(eq(meetings.id, row.id));
}

export async function addFiles(db: Db, meetingId: string, added: readonly AttachedFile[], now: Date): Promise<void> {
  if (added.length === 0) return;
  assertFileCount((await db.$count(meetingFiles, eq(meetingFiles.meetingId, meetingId))) + added.length);
  const values = added.map(({ id, name, type, size, key }) => {
    return { id, meetingId, name, type, size, storageKey: key, createdAt: now };
  });
  await db.insert(meetingFiles).values(values);
}

/** Returns a file of a meeting, and the meeting's owner. */
export async function findFile(db: Db, { meetingId, fileId }: { meetingId: string; fileId: string }) {
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

/** Replaces the participants. Blocked people may stay, but cannot be added. */
async function setParticipants(db: Db, { id, ownerId }: Pick<MeetingRow, 'id' | 'ownerId'>, wanted: readonly string[]) {
  const here = eq(meetingParticipants.meetingId, id);
  const before = await db.select({ userId: meetingParticipants.userId }).from(meetingParticipants).where(here);
  const had = new Set(before.map(({ userId }) => userId));
  const added = [...new Set(wanted)].filter((userId) => !had.has(userId));
  if ((await findUnselectable(db, ownerId, added)).length > 0) {
    throw invalidField('participant_ids', 'Среди участников есть человек, которого нет в списке пользователей');
  }
  const left = wanted.length > 0 ? and(here, notInArray(meetingParticipants.userId, [...wanted])) : here;
  await db.delete(meetingParticipants).where(left);
  const rows = added.map((userId) => ({ meetingId: id, userId }));
  if (rows.length > 0) await db.insert(meetingParticipants).values(rows).onConflictDoNothing();
}

/**
 * Throws if a person is both a participant and a guest, which would give two links and two answers. The error names the
 * field that was sent.
 */
async function assertGuestsApart(db: Db, id: string, body: Pick<Fields, 'guests' | 'participant_ids'>) {
  const twin = body.guests?.length || body.participant_ids?.length ? await guestAmongUsers(db, id) : undefined;
  if (!twin) return;
  const { email, place, isOrganizer } = twin;
  if (!body.guests) throw invalidField('participant_ids', `${email} уже есть среди гостей: уберите его оттуда`);
  const who = isOrganizer ? 'это организатор встречи' : 'этот человек уже есть среди участников';
  throw invalidField(`guests.${place}.email`, `${email}: ${who}`);
}

/** Returns the columns that the request names, and those derived from them; all others stay. */
function changedBy(
  body: Fields,
  before: Pick<MeetingRow, 'title' | 'description' | 'place' | 'startAt' | 'endAt'>,
): Partial<typeof meetings.$inferInsert> {
  const { title, description, place, link, body_id: bodyId } = body;
  const startAt = body.start_at === undefined ? undefined : new Date(body.start_at);
  const endAt = body.end_at === undefined ? undefined : new Date(body.end_at);
  assertTimes(startAt ?? before.startAt, endAt ?? before.endAt);
  assertLink(link);
  const set = { title, description, place, link, bodyId, startAt, endAt };
  if (title === undefined && description === undefined && place === undefined) return set;
  const or = <T>(value: T | undefined, was: T) => (value === undefined ? was : value);
  const searched = [or(title, before.title), or(description, before.description), or(place, before.place)] as const;
  return { ...set, searchKey: searchKeyOf(...searched) };
}

function throwNotFound(): never {
  throw notFound('Встреча не найдена');
}
