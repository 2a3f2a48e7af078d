import { and, asc, eq, sql } from 'drizzle-orm';
import type { Evidence } from '#contract/evidence.ts';
import type { Db } from '#server/platform/db/index.ts';
import { markLines, segmentsOf } from '#server/schema/derived/transcript-rows.ts';
import { protocols } from '#server/schema/protocols.ts';
import { recordingParts } from '#server/schema/recording-parts.ts';
import { transcripts } from '#server/schema/video.ts';
import { keywords } from '#server/schema/work.ts';
import type { KeywordHits } from './find-keywords.ts';
import type { Segment } from './segment.ts';

/** One recording of a protocol with the transcript that is in force. */
type Spoken = {
  transcriptId: string;
  version: number;
  /** Undefined: the first recording. */
  recordingId: string | undefined;
  /** Where it begins and ends on the timeline of the meeting. */
  start: number;
  end: number;
};

/** The transcripts of a protocol as they are in force, with the keywords that are looked for in them. */
export type Speech = {
  ownerId: string;
  /** In their order. */
  spoken: Spoken[];
  lines: Segment[];
  /** Of which transcript each line is. */
  transcriptOf: ReadonlyMap<string, string>;
  keywords: string[];
  /** The keywords that the lines are marked with now. */
  marked: KeywordHits;
};

/** What was said in a protocol's recordings; undefined where there is no transcript, or only empty ones. */
export async function findSpeech(db: Db, protocolId: string): Promise<Speech | undefined> {
  const heads = await findHeads(db, protocolId);
  const ownerId = heads[0]?.ownerId;
  if (ownerId === undefined) return undefined;
  const [spoken, lines]: [Spoken[], Segment[]] = [[], []];
  const transcriptOf = new Map<string, string>();
  const marked: KeywordHits = {};
  let start = 0;
  for (const { transcriptId, version, recordingId, duration } of heads) {
    const rows = await segmentsOf(db, transcriptId);
    // Each begins after what is said in the one before, whatever its file tells of its length.
    const end = start + Math.max(duration ?? 0, rows.at(-1)?.end ?? 0);
    for (const row of rows) {
      const { id, text, speaker, keywords: marks } = row;
      lines.push({ id, start: start + row.start, end: start + row.end, text, speaker });
      transcriptOf.set(id, transcriptId);
      if (marks.length > 0) marked[id] = marks;
    }
    spoken.push({ transcriptId, version, recordingId, start, end });
    start = end;
  }
  if (lines.length === 0) return undefined;
  return { ownerId, spoken, lines, transcriptOf, keywords: await keywordsOf(db, ownerId), marked };
}

/** A moment of the timeline as one of the recording that it lies in. */
export function momentIn({ spoken }: Pick<Speech, 'spoken'>, evidence: Evidence): Evidence {
  const of = spoken.findLast(({ start }) => start <= evidence.start) ?? spoken[0];
  if (!of || (of.start === 0 && of.recordingId === undefined)) return evidence;
  const { start, end } = evidence;
  const at = (seconds: number) => Math.round((seconds - of.start) * 1000) / 1000;
  return {
    ...evidence,
    ...{ start: at(start), end: typeof end === 'number' ? at(Math.min(end, of.end)) : end },
    ...(of.recordingId !== undefined && { recording_id: of.recordingId }),
  };
}

/** The same of whatever has one. */
export function placedIn<T extends { evidence: Evidence }>(speech: Pick<Speech, 'spoken'>, found: readonly T[]): T[] {
  return found.map((each) => ({ ...each, evidence: momentIn(speech, each.evidence) }));
}

/** Whether the lines or the keywords have changed since they were read. */
export async function isOutdated(db: Db, protocolId: string, speech: Speech): Promise<boolean> {
  const keys = (all: readonly Pick<Spoken, 'transcriptId' | 'version'>[]) => all.map(keyOf).join(' ');
  if (keys(await findHeads(db, protocolId)) !== keys(speech.spoken)) return true;
  return (await keywordsOf(db, speech.ownerId)).join('\n') !== speech.keywords.join('\n');
}

/** Writes into the lines the keywords that are found in them, where they are others than before. */
export async function markKeywords(db: Db, speech: Speech, hits: KeywordHits): Promise<void> {
  const { lines, marked, transcriptOf } = speech;
  const changed = new Map<string, string[]>();
  for (const { id } of lines) {
    const names = JSON.stringify(hits[id] ?? []);
    if (names === JSON.stringify(marked[id] ?? [])) continue;
    changed.set(names, [...(changed.get(names) ?? []), id]);
  }
  for (const [names, ids] of changed) {
    for (const [transcriptId, own] of Map.groupBy(ids, (id) => transcriptOf.get(id) ?? '')) {
      await markLines(db, transcriptId, own, JSON.parse(names));
    }
  }
}

/** The protocols of an owner that have a transcript. */
export async function listTranscribed(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: protocols.id, createdAt: protocols.createdAt })
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

/** What tells whether a transcript is as it was. */
export function keyOf({ transcriptId, version }: Pick<Spoken, 'transcriptId' | 'version'>): string {
  return `${transcriptId}:${version}`;
}

/** The transcripts in force, in the order of their recordings. */
async function findHeads(db: Db, protocolId: string) {
  const rows = await db
    .select({
      transcriptId: transcripts.id,
      version: transcripts.version,
      ownerId: protocols.ownerId,
      recordingId: transcripts.partId,
      duration: sql<number | null>`(coalesce(${recordingParts.video}, ${protocols.video})->>'duration')::float8`,
    })
    .from(transcripts)
    .innerJoin(protocols, eq(protocols.id, transcripts.protocolId))
    .leftJoin(recordingParts, eq(recordingParts.id, transcripts.partId))
    .where(and(eq(transcripts.protocolId, protocolId), eq(transcripts.isDraft, false)))
    .orderBy(sql`coalesce(${recordingParts.position}, 0)`);
  return rows.map(({ recordingId, ...row }) => ({ ...row, recordingId: recordingId ?? undefined }));
}
