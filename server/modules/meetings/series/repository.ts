import { and, asc, desc, eq, gte, inArray, lt, lte, notLike, type SQL, sql } from 'drizzle-orm';
import { meetingIdOn } from '#contract/meetings/meeting-series.ts';
import { planOf } from '#contract/meetings/series/change-plan.ts';
import type { SeriesPlan } from '#contract/meetings/series/expand-series.ts';
import { conflictExplainer, type Db, idConflict } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import type { MeetingRow } from '../shared/repository.ts';
import { partsOf, seriesView } from '../shared/series-repository.ts';

export type SeriesRow = typeof meetingSeries.$inferSelect;
/** A meeting of a series; one with a protocol is not changed through the series. */
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
 * Returns the series that holds the meeting of this day at present, and the day of its rule: a device may not know that
 * the series was split or moved. The id of a meeting never changes and leads to both.
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

/** Returns the part of a series that covers this day. */
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

/** Devices choose the ids, so another owner's series may name any id as the one that it was split from. */
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
 * Deletes a series without meetings, else updates it with these fields. A series from which another was split stays as
 * long as that one, since devices may know only its id.
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

/** Returns the meetings of a series from a day of its rule on, in order, locked until the transaction ends. */
export async function meetingsFrom(db: Db, seriesId: string, day: string): Promise<SeriesMeeting[]> {
  const isFrom = and(eq(meetings.seriesId, seriesId), gte(meetings.occurrence, day));
  const locked = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(isFrom)
    .orderBy(asc(meetings.occurrence))
    .for('update');
  const ids = locked.map(({ id }) => id);
  // Read after locking: a statement that waits for a meeting does not see the protocol written meanwhile.
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

/**
 * Counts the meetings from a day on, not begun and without a protocol, in the series that were split from this one and
 * from those, except for one series. A device that does not know of a split takes them for meetings of this one.
 */
export async function countElsewhere(
  db: Db,
  { id, ownerId }: Pick<SeriesRow, 'id' | 'ownerId'>,
  { from, now, except }: { from: string; now: Date; except?: string },
): Promise<number> {
  const { rows } = (await db.execute(sql`
    with ${partsOf([id])}
    select count(*)::int as count from meetings m where m.series_id in (select id from parts where owner_id = ${ownerId})
      and m.series_id <> ${except ?? id} and m.occurrence >= ${from} and m.start_at > ${now.toISOString()}::timestamptz
      and not exists (select from ${protocols} where ${protocols.meetingId} = m.id)`)) as unknown as {
    rows: { count: number }[];
  };
  return rows[0]?.count ?? 0;
}

/** Returns whether a series has meetings both before this day of its rule and from it on. */
export async function isInTheMiddle(db: Db, seriesId: string, day: string): Promise<boolean> {
  const [earlier, later] = [lt(meetings.occurrence, day), gte(meetings.occurrence, day)];
  const count = (side: SQL) => db.$count(meetings, and(eq(meetings.seriesId, seriesId), side));
  return (await count(earlier)) > 0 && (await count(later)) > 0;
}

/** Moves the meetings from this day on to another series. */
export async function handOver(db: Db, from: string, to: string, day: string): Promise<void> {
  const moved = and(eq(meetings.seriesId, from), gte(meetings.occurrence, day));
  await db.update(meetings).set({ seriesId: to }).where(moved);
}

/** Sets the fields in which a meeting differs from its series. */
export async function setOwnFields(db: Db, id: string, ownFields: string[]): Promise<void> {
  await db.update(meetings).set({ ownFields }).where(eq(meetings.id, id));
}

/** Sets the day of the rule for each of these meetings; in two steps, since one may take a day that another had. */
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

/** Returns endless series whose meetings end before this day, and whose owner is an unblocked secretary. */
export async function seriesToProlong(db: Db, day: string): Promise<{ id: string; ownerId: string }[]> {
  const { id, ownerId, madeTo, rule } = meetingSeries;
  const isEndless = and(notLike(rule, '%UNTIL=%'), notLike(rule, '%COUNT=%'));
  return db
    .select({ id, ownerId })
    .from(meetingSeries)
    .innerJoin(users, eq(users.id, ownerId))
    .where(and(lt(madeTo, day), isEndless, eq(users.role, 'secretary'), eq(users.isBlocked, false)));
}

/** Returns the plan of a stored series; only supported rules are stored. */
export function planOfRow(row: SeriesRow): SeriesPlan {
  const plan = planOf(seriesView(row));
  if (!plan) throw new Error(`A rule that is not known: ${row.rule}`);
  return plan;
}
