import { and, eq, isNull, max, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import type { Protocol, protocolListQuery } from '#contract/protocols/protocol.ts';
import { askedDays, type DayRange, type OfficeTime } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import { peopleOf } from '../shared/named-people.ts';
import type { ProtocolRow } from '../shared/protocol-access-repository.ts';
import { heldOn } from './held-on-repository.ts';

/** The next version number, for the UPDATE that changes the stage. */
export const nextVersion = sql`${protocols.version} + 1`;

/** Returns how often a protocol was made final. */
export function countEditions(db: Db, protocolId: string): Promise<number> {
  return db.$count(finalVersions, eq(finalVersions.protocolId, protocolId));
}

/**
 * Stores the protocol as it was signed off, with the present names of its people.
 * @param series where its number is unique
 */
export async function keepFinalVersion(
  db: Db,
  { editions_total: _, ...protocol }: Protocol,
  { numberScope, numberYear }: Pick<ProtocolRow, 'numberScope' | 'numberYear'>,
  userId: string,
): Promise<void> {
  const [last] = await db
    .select({ edition: max(finalVersions.edition) })
    .from(finalVersions)
    .where(eq(finalVersions.protocolId, protocol.id));
  const people = await peopleOf(db, protocol);
  // No earlier than the tasks in it, which another server's clock may have dated: they belong to this edition.
  const createdAt = sql`greatest(clock_timestamp(), (select max(${tasks.createdAt}) from ${tasks} where ${tasks.protocolId} = ${protocol.id}))`;
  await db.insert(finalVersions).values({
    id: uuidv7(),
    protocolId: protocol.id,
    edition: (last?.edition ?? 0) + 1,
    number: String(protocol.number),
    numberScope,
    numberYear,
    snapshot: { protocol, people },
    createdById: userId,
    createdAt,
  });
}

/** Records why and when the version in force was reopened; it stays readable. */
export async function noteReopening(db: Db, protocolId: string, reason: string, now: Date): Promise<void> {
  await db
    .update(finalVersions)
    .set({ reopenedFor: reason, reopenedAt: now })
    .where(and(eq(finalVersions.protocolId, protocolId), isNull(finalVersions.reopenedFor)));
}

/** Filter by when protocols became final, and by the number of calendar days since their meetings. */
export type FinalSpan = {
  range: DayRange | undefined;
  /** Time zone of the calendar days. */
  zone: SQL;
  minDays: number | undefined;
  maxDays: number | undefined;
  isUndated: boolean;
};

/** Returns the filter requested for a list; undefined if there is none, in which case the office's time is not read. */
export async function finalSpanOf(
  query: z.output<typeof protocolListQuery>,
  officeTime: () => Promise<OfficeTime>,
): Promise<FinalSpan | undefined> {
  const { start_date_at, end_date_at, least_days: minDays, most_days: maxDays, undated } = query;
  const hasRange = start_date_at !== undefined || end_date_at !== undefined;
  if (!hasRange && minDays === undefined && maxDays === undefined && !undated) return undefined;
  const { range, zone } = askedDays(query, await officeTime());
  return { range: hasRange ? range : undefined, zone, minDays, maxDays, isUndated: undated !== undefined };
}

/** Returns the calendar days from the meeting to the final version; null if the date of the meeting is unknown. */
export function daysToFinal(zone: SQL): SQL<number | null> {
  // Rows of older versions may contain invalid years.
  return sql`case when ${protocols.heldAt} >= '1900' and ${protocols.heldAt} < '2200' then
    greatest(0, (${protocols.stageChangedAt} at time zone ${zone})::date - (${heldOn(zone)})::date) end`;
}
