import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { markLines, segmentsOf } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { transcripts } from '#server/schema/video.ts';
import { keywords } from '#server/schema/work.ts';
import type { KeywordHits } from './find-keywords.ts';
import type { Segment } from './segment.ts';

/** A transcript as it is in force, with the keywords that are looked for in it. */
export type Speech = {
  transcriptId: string;
  version: number;
  ownerId: string;
  lines: Segment[];
  keywords: string[];
  /** The keywords that the lines are marked with now. */
  marked: KeywordHits;
};

/** What was said in a protocol's recording; undefined where there is no transcript, or an empty one. */
export async function findSpeech(db: Db, protocolId: string): Promise<Speech | undefined> {
  const head = await findHead(db, protocolId);
  if (!head) return undefined;
  const rows = await segmentsOf(db, head.transcriptId);
  if (rows.length === 0) return undefined;
  const lines = rows.map(({ id, start, end, text, speaker }) => ({ id, start, end, text, speaker }));
  const found = rows.filter(({ keywords: marks }) => marks.length > 0);
  const marked = Object.fromEntries(found.map(({ id, keywords: marks }) => [id, marks]));
  return { ...head, lines, keywords: await keywordsOf(db, head.ownerId), marked };
}

/** Whether the lines or the keywords have changed since they were read. */
export async function isOutdated(db: Db, protocolId: string, speech: Speech): Promise<boolean> {
  const head = await findHead(db, protocolId);
  if (head?.transcriptId !== speech.transcriptId || head.version !== speech.version) return true;
  return (await keywordsOf(db, speech.ownerId)).join('\n') !== speech.keywords.join('\n');
}

/** Writes into the lines the keywords that are found in them, where they are others than before. */
export async function markKeywords(db: Db, { transcriptId, lines, marked }: Speech, hits: KeywordHits): Promise<void> {
  const changed = new Map<string, string[]>();
  for (const { id } of lines) {
    const names = JSON.stringify(hits[id] ?? []);
    if (names === JSON.stringify(marked[id] ?? [])) continue;
    changed.set(names, [...(changed.get(names) ?? []), id]);
  }
  for (const [names, ids] of changed) await markLines(db, transcriptId, ids, JSON.parse(names));
}

/** The protocols of an owner that have a transcript. */
export async function listTranscribed(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: protocols.id })
    .from(transcripts)
    .innerJoin(protocols, eq(protocols.id, transcripts.protocolId))
    .where(and(eq(protocols.ownerId, ownerId), eq(transcripts.isDraft, false)))
    .orderBy(sql`${protocols.createdAt} desc`);
  return rows.map(({ id }) => id);
}

/** The owner's keywords, in an order of their own. */
export async function keywordsOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ name: keywords.name })
    .from(keywords)
    .where(eq(keywords.ownerId, ownerId))
    .orderBy(asc(keywords.id));
  return rows.map(({ name }) => name);
}

async function findHead(db: Db, protocolId: string) {
  const [head] = await db
    .select({ transcriptId: transcripts.id, version: transcripts.version, ownerId: protocols.ownerId })
    .from(transcripts)
    .innerJoin(protocols, eq(protocols.id, transcripts.protocolId))
    .where(and(eq(transcripts.protocolId, protocolId), eq(transcripts.isDraft, false)));
  return head;
}
