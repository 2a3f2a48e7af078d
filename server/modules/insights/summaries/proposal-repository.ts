import { and, asc, eq, sql } from 'drizzle-orm';
import type { Proposal } from '#contract/proposal.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/http/index.ts';
import { proposals } from '#server/schema/video.ts';

const { id, kind, state, text, source, evidence } = proposals;
const shown = { id, kind, state, text, source, evidence };

/** Returns all proposals of a protocol, in the order of the recording. */
export function listProposals(db: Db, protocolId: string): Promise<Proposal[]> {
  const moment = sql`(${evidence}->>'start')::float8`;
  return db.select(shown).from(proposals).where(eq(proposals.protocolId, protocolId)).orderBy(moment, asc(id));
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
