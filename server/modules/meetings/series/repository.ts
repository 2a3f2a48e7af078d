import { and, asc, desc, eq, gte, inArray, lt, lte, notLike, type SQL, sql } from 'drizzle-orm';
import { meetingIdOn } from '#contract/meeting-series.ts';
import { planOf } from '#contract/series/change-plan.ts';
import type { SeriesPlan } from '#contract/series/expand-series.ts';
import type { Db } from '#server/platform/db/index.ts';
import { conflictExplainer, idConflict, notFound } from '#server/platform/http/index.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import type { MeetingRow } from '../shared/repository.ts';
import { seriesView } from '../shared/series-repository.ts';

export type SeriesRow = typeof meetingSeries.$inferSelect;
/** A meeting of a series; one with a protocol is nobody's to change but its own. */
export type SeriesMeeting = MeetingRow & { occurrence: string; hasProtocol: boolean };

const explainConflict = conflictExplainer({ meeting_series_pkey: idConflict });

/** Returns the owner's series, locked until the transaction ends, or throws a 404. */
export async function lockSeries(db: Db, { ownerId, id }: { ownerId: string; id: string }): Promise<SeriesRow> {
  const [row] = await db
    .select()
    .from(meetingSeries)
    .where(and(eq(meetingSeries.id, id), eq(meetingSeries.ownerId, ownerId)))
    .for('update');
  if (!row) throw notFound('Серия встреч не найдена');
  return row;
}

/**
 * The series that has the meeting of this day by now, and which day of its rule that is by now: a device may not have heard
 * that the series was split or moved. The id of a meeting stays and tells where it went.
 */
export async function seriesHolding(
  db: Db,
  named: SeriesRow,
  day: string,
): Promise<{ series: SeriesRow; from: string }> {
  const isHere = and(eq(meetings.seriesId, named.id), eq(meetings.occurrence, day));
  if ((await db.$count(meetings, isHere)) > 0) return { series: named, from: day };
  const [moved] = await db
    .select({ seriesId: meetings.seriesId, occurrence: meetings.occurrence })
    .from(meetings)
    .where(and(eq(meetings.id, meetingIdOn(named.id, day)), eq(meetings.ownerId, named.ownerId)));
  if (moved?.seriesId && moved.occurrence) {
    return { series: await lockSeries(db, { ownerId: named.ownerId, id: moved.seriesId }), from: moved.occurrence };
  }
  return { series: await laterPart(db, named, day), from: day };
}

/** The part of a series that goes on at this day. */
async function laterPart(db: Db, series: SeriesRow, day: string): Promise<SeriesRow> {
  const [later] = await db
    .select()
    .from(meetingSeries)
    .where(and(isPartOf(series), lte(meetingSeries.first, day)))
    .orderBy(desc(meetingSeries.first))
    .limit(1)
    .for('update');
  return later ? laterPart(db, later, day) : series;
}

/** Ids are chosen by devices: another owner's part may name one that is anybody's by now. */
function isPartOf({ id, ownerId }: Pick<SeriesRow, 'id' | 'ownerId'>) {
  return and(eq(meetingSeries.splitFrom, id), eq(meetingSeries.ownerId, ownerId));
}

export async function insertSeries(db: Db, row: typeof meetingSeries.$inferInsert): Promise<SeriesRow> {
  const [made] = await db.insert(meetingSeries).values(row).returning().catch(explainConflict);
  if (!made) throw new Error('A series that was not made');
  return made;
}

export async function updateSeries(db: Db, id: string, set: Partial<SeriesRow>, now: Date): Promise<SeriesRow> {
  const changed = { ...set, version: sql`${meetingSeries.version} + 1`, updatedAt: now };
  const [row] = await db.update(meetingSeries).set(changed).where(eq(meetingSeries.id, id)).returning();
  if (!row) throw notFound('Серия встреч не найдена');
  return row;
}

/**
 * Removes a series of which no meeting is left; else what is left goes on by these fields. One that another is a part of
 * stays for as long as that: devices may know but its name.
 */
export async function endSeries(db: Db, series: SeriesRow, set: Partial<SeriesRow>, now: Date): Promise<void> {
  if (await isUsed(db, series)) await updateSeries(db, series.id, set, now);
  else await removeUnused(db, series);
}

async function removeUnused(db: Db, { id, ownerId, splitFrom }: SeriesRow): Promise<void> {
  await db.delete(meetingSeries).where(eq(meetingSeries.id, id));
  if (!splitFrom) return;
  const isWhole = and(eq(meetingSeries.id, splitFrom), eq(meetingSeries.ownerId, ownerId));
  const [whole] = await db.select().from(meetingSeries).where(isWhole).for('update');
  if (whole && !(await isUsed(db, whole))) await removeUnused(db, whole);
}

async function isUsed(db: Db, series: SeriesRow): Promise<boolean> {
  if ((await db.$count(meetings, eq(meetings.seriesId, series.id))) > 0) return true;
  return (await db.$count(meetingSeries, isPartOf(series))) > 0;
}

/** The meetings of a series from a day of its rule on, in their order; locked until the transaction ends. */
export async function meetingsFrom(db: Db, seriesId: string, day: string): Promise<SeriesMeeting[]> {
  const isFrom = and(eq(meetings.seriesId, seriesId), gte(meetings.occurrence, day));
  const locked = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(isFrom)
    .orderBy(asc(meetings.occurrence))
    .for('update');
  const ids = locked.map(({ id }) => id);
  // Asked once they are locked: a statement that waits for a meeting does not see the protocol that it waited for.
  const hasProtocol = sql<boolean>`exists (select from ${protocols} where ${protocols}.meeting_id = ${meetings}.id)`;
  const rows = await db
    .select({ meeting: meetings, hasProtocol })
    .from(meetings)
    .where(inArray(meetings.id, ids))
    .orderBy(asc(meetings.occurrence));
  return rows.map(({ meeting, hasProtocol: isWritten }) => {
    return { ...meeting, occurrence: meeting.occurrence ?? '', hasProtocol: isWritten };
  });
}

/** Whether a series has meetings before this day of its rule, and from it on. */
export async function isInTheMiddle(db: Db, seriesId: string, day: string): Promise<boolean> {
  const [earlier, later] = [lt(meetings.occurrence, day), gte(meetings.occurrence, day)];
  const count = (side: SQL) => db.$count(meetings, and(eq(meetings.seriesId, seriesId), side));
  return (await count(earlier)) > 0 && (await count(later)) > 0;
}

/** Hands the meetings from this day on to another series. */
export async function handOver(db: Db, from: string, to: string, day: string): Promise<void> {
  const moved = and(eq(meetings.seriesId, from), gte(meetings.occurrence, day));
  await db.update(meetings).set({ seriesId: to }).where(moved);
}

/** The fields that are a meeting's own from now on. */
export async function setOwnFields(db: Db, id: string, ownFields: string[]): Promise<void> {
  await db.update(meetings).set({ ownFields }).where(eq(meetings.id, id));
}

/** Which day of its rule each of these meetings is now. In two steps, since one takes the day that another had. */
export async function setOccurrences(db: Db, moved: ReadonlyMap<string, string>): Promise<void> {
  if (moved.size === 0) return;
  const pairs = sql`unnest(${sql.param([...moved.keys()])}::text[], ${sql.param([...moved.values()])}::text[])`;
  await db.execute(
    sql`update meetings set occurrence = null from ${pairs} as moved(id, day) where meetings.id = moved.id`,
  );
  await db.execute(
    sql`update meetings set occurrence = moved.day from ${pairs} as moved(id, day) where meetings.id = moved.id`,
  );
}

/** Series without an end that have meetings up to an earlier day than this, and a secretary who can still change them. */
export async function seriesToProlong(db: Db, day: string): Promise<{ id: string; ownerId: string }[]> {
  const { id, ownerId, madeTo, rule } = meetingSeries;
  const isEndless = and(notLike(rule, '%UNTIL=%'), notLike(rule, '%COUNT=%'));
  return db
    .select({ id, ownerId })
    .from(meetingSeries)
    .innerJoin(users, eq(users.id, ownerId))
    .where(and(lt(madeTo, day), isEndless, eq(users.role, 'secretary'), eq(users.isBlocked, false)));
}

/** The plan of a kept series: only rules that are known get there. */
export function planOfRow(row: SeriesRow): SeriesPlan {
  const plan = planOf(seriesView(row));
  if (!plan) throw new Error(`A rule that is not known: ${row.rule}`);
  return plan;
}
