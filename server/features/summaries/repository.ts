import { and, eq } from 'drizzle-orm';
import type { Summary } from '#contract/summary.ts';
import type { Db } from '#server/db/database.ts';
import { protocols } from '#server/db/schema/protocols.ts';
import { summaries } from '#server/db/schema/video.ts';

/** The summary in force of the owner's protocol, empty where there is none yet; undefined where there is no such protocol. */
export async function findSummary(db: Db, ownerId: string, protocolId: string): Promise<Summary | undefined> {
  const [row] = await db
    .select({ summary: summaries })
    .from(protocols)
    .leftJoin(summaries, and(eq(summaries.protocolId, protocols.id), eq(summaries.isDraft, false)))
    .where(and(eq(protocols.id, protocolId), eq(protocols.ownerId, ownerId)));
  if (!row) return undefined;
  const { text = null, points = [], source = null, version = null } = row.summary ?? {};
  return { text, points, source: source as Summary['source'], version };
}
