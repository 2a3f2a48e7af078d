import { desc, inArray } from 'drizzle-orm';
import type { Protocol } from '#contract/protocol.ts';
import type { Db } from '#server/platform/db/index.ts';
import { finalVersions } from '#server/schema/protocols.ts';

/** The last signed edition, and the chairman's name. */
export type LastEdition = { number: string; protocol: Protocol; chairman: string | null };

/** Returns the last signed edition of each of these protocols, by protocol id. */
export async function lastEditions(db: Db, protocolIds: readonly string[]): Promise<Map<string, LastEdition>> {
  if (protocolIds.length === 0) return new Map();
  const { protocolId, number, snapshot, edition } = finalVersions;
  const rows = await db
    .selectDistinctOn([protocolId], { protocolId, number, snapshot })
    .from(finalVersions)
    .where(inArray(protocolId, [...new Set(protocolIds)]))
    .orderBy(protocolId, desc(edition));
  return new Map(
    rows.map(({ protocolId: id, number: signed, snapshot: { protocol, people } }) => {
      const chairman = people.find((person) => person.id === protocol.chairman_id)?.name ?? null;
      return [id, { number: signed, protocol, chairman }];
    }),
  );
}
