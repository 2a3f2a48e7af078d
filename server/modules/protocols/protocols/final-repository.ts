import { and, eq, isNull, max, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Protocol } from '#contract/protocol.ts';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { peopleOf } from '../shared/named-people.ts';

/** The next version number, for the UPDATE that changes the stage. */
export const nextVersion = sql`${protocols.version} + 1`;

/** Returns how often a protocol was made final. */
export function countEditions(db: Db, protocolId: string): Promise<number> {
  return db.$count(finalVersions, eq(finalVersions.protocolId, protocolId));
}

/** Stores the protocol as it was signed off, with the present names of its people. */
export async function keepFinalVersion(
  db: Db,
  { editions_total: _, ...protocol }: Protocol,
  userId: string,
): Promise<void> {
  const [last] = await db
    .select({ edition: max(finalVersions.edition) })
    .from(finalVersions)
    .where(eq(finalVersions.protocolId, protocol.id));
  const people = await peopleOf(db, protocol);
  await db.insert(finalVersions).values({
    id: uuidv7(),
    protocolId: protocol.id,
    edition: (last?.edition ?? 0) + 1,
    number: String(protocol.number),
    snapshot: { protocol, people },
    createdById: userId,
  });
}

/** Records why and when the version in force was reopened; it stays readable. */
export async function noteReopening(db: Db, protocolId: string, reason: string, now: Date): Promise<void> {
  await db
    .update(finalVersions)
    .set({ reopenedFor: reason, reopenedAt: now })
    .where(and(eq(finalVersions.protocolId, protocolId), isNull(finalVersions.reopenedFor)));
}
