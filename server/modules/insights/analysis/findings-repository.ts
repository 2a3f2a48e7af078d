import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { proposals, summaries } from '#server/schema/video.ts';
import type { MadeSummary } from './extract-summary.ts';
import type { Found } from './find-proposals.ts';
import { textKey } from './words.ts';

/** Replaces the unanswered proposals of these sources. Answered ones stay, and are not proposed again. */
export async function keepProposals(
  db: Db,
  protocolId: string,
  sources: readonly Found['source'][],
  found: readonly Found[],
): Promise<void> {
  const rows = found.map((each) => ({ ...each, id: uuidv7(), protocolId, textKey: textKey(each.text) }));
  const open = and(
    eq(proposals.protocolId, protocolId),
    eq(proposals.state, 'open'),
    inArray(proposals.source, [...sources]),
  );
  const keys = rows.map(({ kind, textKey: key }) => `${kind} ${key}`);
  const gone = notInArray(sql`${proposals.kind} || ' ' || ${proposals.textKey}`, keys);
  await db.delete(proposals).where(keys.length > 0 ? and(open, gone) : open);
  if (rows.length > 0) await db.insert(proposals).values(rows).onConflictDoNothing();
}

/** Deletes the unanswered proposals from a recording. @param recordingId undefined for the first one */
export async function dropProposals(db: Db, protocolId: string, recordingId: string | undefined): Promise<void> {
  const { evidence } = proposals;
  const named = sql`${evidence}->>'recording_id'`;
  const from = recordingId === undefined ? and(isNotNull(evidence), isNull(named)) : eq(named, recordingId);
  await db.delete(proposals).where(and(eq(proposals.protocolId, protocolId), eq(proposals.state, 'open'), from));
}

/** Deletes the summaries that were not written by a person. */
export async function dropMadeSummaries(db: Db, protocolId: string): Promise<void> {
  await db.delete(summaries).where(and(eq(summaries.protocolId, protocolId), ne(summaries.source, 'human')));
}

/**
 * Stores the result of a run as the next version, or as a draft if a person wrote the version in force. An unchanged
 * result is not stored again.
 */
export async function keepRun(db: Db, protocolId: string, made: MadeSummary, source: 'extract' | 'llm'): Promise<void> {
  const ofProtocol = eq(summaries.protocolId, protocolId);
  const newest = (drafts: boolean) =>
    db
      .select()
      .from(summaries)
      .where(and(ofProtocol, eq(summaries.isDraft, drafts)))
      .orderBy(desc(summaries.version))
      .limit(1);
  const [inForce] = await newest(false);
  const isDraft = inForce?.source === 'human';
  const [before] = isDraft ? await newest(true) : [inForce];
  const values = { text: made.text, points: made.points, source };
  if (before && isDeepStrictEqual(values, { text: before.text, points: before.points, source: before.source })) return;
  if (isDraft) await db.delete(summaries).where(and(ofProtocol, eq(summaries.isDraft, true)));
  // A draft has no number, since it is not a version yet.
  const version = isDraft ? 0 : (inForce?.version ?? 0) + 1;
  await db.insert(summaries).values({ ...values, id: uuidv7(), protocolId, version, isDraft });
}

/** Writes the state of one step of a protocol. @returns all steps */
export async function writeStep(
  db: Db,
  protocolId: string,
  before: readonly ProcessingStep[],
  step: ProcessingStep,
): Promise<ProcessingStep[]> {
  const isKnown = before.some((each) => each.step === step.step);
  const processing = isKnown ? before.map((each) => (each.step === step.step ? step : each)) : [...before, step];
  await db.update(protocols).set({ processing }).where(eq(protocols.id, protocolId));
  return processing;
}
