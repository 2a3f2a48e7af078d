import { and, asc, eq, sql } from 'drizzle-orm';
import type { Proposal } from '#contract/proposal.ts';
import { startsOf } from '#contract/timeline.ts';
import { inOrder, partsOf } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/http/index.ts';
import { proposals } from '#server/schema/video.ts';

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
  const recordings = inOrder(protocol, await partsOf(db, protocol.id));
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
