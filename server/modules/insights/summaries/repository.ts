import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Summary, SummaryUpdate } from '#contract/insights/summary.ts';
import { startsOf } from '#contract/recordings/timeline.ts';
import { inOrder, readParts } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { proposals, summaries } from '#server/schema/video.ts';

type Row = typeof summaries.$inferSelect;

/** Summaries of a protocol: a list of all versions, newest first, one of them in full, and the draft of a later run. */
export type Summaries = {
  versions: Pick<Row, 'version' | 'source' | 'createdAt'>[];
  /** The requested version, or the one in force. */
  shown: Row | undefined;
  draft: Row | undefined;
};

export async function findSummaries(db: Db, protocolId: string, asked?: number): Promise<Summaries> {
  const { id, isDraft, version, source, createdAt } = summaries;
  const rows = await db
    .select({ id, isDraft, version, source, createdAt })
    .from(summaries)
    .where(eq(summaries.protocolId, protocolId))
    .orderBy(desc(version));
  const versions = rows.filter((row) => !row.isDraft);
  const chosen = asked === undefined ? versions[0] : versions.find((row) => row.version === asked);
  const draft = rows.find((row) => row.isDraft);
  const ids = [chosen, draft].flatMap((row) => row?.id ?? []);
  const whole = ids.length > 0 ? await db.select().from(summaries).where(inArray(id, ids)) : [];
  const [shown, drafted] = [chosen, draft].map((row) => whole.find((each) => each.id === row?.id));
  return { versions, shown, draft: drafted };
}

/** Returns the summary in the form of the API, with the draft and the list of versions. */
export function summaryView({ versions, shown, draft }: Summaries): Summary {
  return {
    ...contentOf(shown),
    version: shown?.version ?? null,
    created_at: shown?.createdAt.toISOString() ?? null,
    draft: draft ? { ...contentOf(draft), created_at: draft.createdAt.toISOString() } : null,
    versions: versions.map(({ version, source, createdAt }) => ({
      version,
      source,
      created_at: createdAt.toISOString(),
    })),
  };
}

/** Stores what a person wrote as the next version, unless it equals the one in force. */
export async function writeSummary(
  db: Db,
  { protocolId, userId, now }: { protocolId: string; userId: string; now: Date },
  inForce: Row | undefined,
  { text, points }: SummaryUpdate,
): Promise<void> {
  const values = { text, points: points.map((each) => ({ text: each.text, evidence: each.evidence ?? null })) };
  if (inForce && isDeepStrictEqual(values, { text: inForce.text, points: inForce.points })) return;
  const whose = { id: uuidv7(), protocolId, createdById: userId, createdAt: now, updatedAt: now };
  await db.insert(summaries).values({ ...values, ...whose, source: 'human', version: (inForce?.version ?? 0) + 1 });
}

/** Deletes the draft made by a later run. */
export async function discardDraft(db: Db, protocolId: string): Promise<void> {
  await db.delete(summaries).where(and(eq(summaries.protocolId, protocolId), eq(summaries.isDraft, true)));
}

function contentOf(row: Row | undefined) {
  return { text: row?.text ?? null, points: row?.points ?? [], source: row?.source ?? null };
}

const { id, kind, state, text, source, evidence } = proposals;
const shown = { id, kind, state, text, source, evidence };

/** All of a protocol, in the order of the meeting. */
export async function listProposals(db: Db, protocol: Parameters<typeof inOrder>[0]): Promise<Proposal[]> {
  const moment = sql`(${evidence}->>'start')::float8`;
  const found = await db
    .select(shown)
    .from(proposals)
    .where(eq(proposals.protocolId, protocol.id))
    .orderBy(moment, asc(id));
  const recordings = inOrder(protocol, await readParts(db, protocol.id));
  if (recordings.length < 2) return found;
  const starts = startsOf(recordings);
  const startOf = new Map(recordings.map((each, at) => [each.isFirst ? undefined : each.id, starts[at] ?? 0]));
  const atOf = ({ evidence: moment }: Proposal) =>
    (moment?.start ?? Number.POSITIVE_INFINITY) + (startOf.get(moment?.recording_id ?? undefined) ?? 0);
  return found.toSorted((a, b) => atOf(a) - atOf(b) || 0);
}

export async function answerProposal(
  db: Db,
  protocolId: string,
  proposalId: string,
  answer: { state: Proposal['state']; now: Date },
): Promise<Proposal> {
  const [row] = await db
    .update(proposals)
    .set({ state: answer.state, updatedAt: answer.now })
    .where(and(eq(id, proposalId), eq(proposals.protocolId, protocolId)))
    .returning(shown);
  if (!row) throw notFound('Предложение не найдено');
  return row;
}
