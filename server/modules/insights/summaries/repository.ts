import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Summary, SummaryUpdate } from '#contract/summary.ts';
import type { Db } from '#server/platform/db/index.ts';
import { summaries } from '#server/schema/video.ts';

type Row = typeof summaries.$inferSelect;

/** A protocol's summaries: all that were in force, the newest first, and the draft of a later run. */
export type Summaries = { versions: Row[]; draft: Row | undefined };

export async function findSummaries(db: Db, protocolId: string): Promise<Summaries> {
  const rows = await db
    .select()
    .from(summaries)
    .where(eq(summaries.protocolId, protocolId))
    .orderBy(desc(summaries.version));
  return { versions: rows.filter((row) => !row.isDraft), draft: rows.find((row) => row.isDraft) };
}

/** As it is served: the `chosen` version, else the one in force, with the draft and the list of all. */
export function summaryView({ versions, draft }: Summaries, chosen = versions[0]): Summary {
  return {
    ...contentOf(chosen),
    version: chosen?.version ?? null,
    created_at: chosen?.createdAt.toISOString() ?? null,
    draft: draft ? { ...contentOf(draft), created_at: draft.createdAt.toISOString() } : null,
    versions: versions.map(({ version, source, createdAt }) => ({
      version,
      source,
      created_at: createdAt.toISOString(),
    })),
  };
}

/** Keeps what a person wrote as the next version, unless it says what the one in force says. */
export async function writeSummary(
  db: Db,
  { protocolId, userId, now }: { protocolId: string; userId: string; now: Date },
  { versions: [inForce] }: Summaries,
  { text, points }: SummaryUpdate,
): Promise<void> {
  const values = { text, points: points.map((each) => ({ text: each.text, evidence: each.evidence ?? null })) };
  if (inForce && isDeepStrictEqual(values, { text: inForce.text, points: inForce.points })) return;
  const whose = { id: uuidv7(), protocolId, createdById: userId, createdAt: now, updatedAt: now };
  await db.insert(summaries).values({ ...values, ...whose, source: 'human', version: (inForce?.version ?? 0) + 1 });
}

/** Deletes the draft of the newer run. */
export async function discardDraft(db: Db, protocolId: string): Promise<void> {
  await db.delete(summaries).where(and(eq(summaries.protocolId, protocolId), eq(summaries.isDraft, true)));
}

function contentOf(row: Row | undefined) {
  return { text: row?.text ?? null, points: row?.points ?? [], source: row?.source ?? null };
}
