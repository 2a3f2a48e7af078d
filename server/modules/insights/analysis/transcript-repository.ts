import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Evidence } from '#contract/evidence.ts';
import { type MergedLine, mergeLines } from '#contract/recordings/merged-lines.ts';
import { besideEachOther, type Placed, startsOf } from '#contract/recordings/timeline.ts';
import type { Db } from '#server/platform/db/index.ts';
import { markLines, type SegmentRow, segmentsOf } from '#server/schema/derived/transcript-rows.ts';
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
  /** Undefined for the first recording. */
  recordingId: string | undefined;
  /** Start and end on the timeline of the meeting. */
  start: number;
  end: number;
};

/** The transcripts in force of a protocol, with the owner's keywords. */
export type Speech = {
  ownerId: string;
  /** Recordings in their order. */
  spoken: Spoken[];
  /** A key that changes with their order and with what places them on the timeline. */
  places: string;
  /** Lines in the order of the meeting; speech heard by several recordings is included once. */
  lines: Segment[];
  /** The lines of other recordings that heard the same. */
  repeated: Segment[];
  /** Transcript id by line id. */
  transcriptOf: ReadonlyMap<string, string>;
  keywords: string[];
  /** Keywords with which the lines are marked at present. */
  marked: KeywordHits;
};

/** Returns the speech of a protocol's recordings; undefined if there is no transcript, or only empty ones. */
export async function findSpeech(db: Db, protocolId: string): Promise<Speech | undefined> {
  const { ownerId, recordings } = await findRecordings(db, protocolId);
  if (ownerId === undefined) return undefined;
  const rowsOf = new Map<string, SegmentRow[]>();
  for (const { id, transcript } of recordings) {
    if (transcript) rowsOf.set(id, await segmentsOf(db, transcript.id));
  }
  // A recording is at least as long as its transcript, even if its file states a shorter length.
  const lengthOf = ({ id, duration }: Head) => Math.max(duration ?? 0, rowsOf.get(id)?.at(-1)?.end ?? 0);
  const starts = startsOf(recordings.map((each) => ({ ...each, video: { duration: lengthOf(each) } })));
  const startOf = new Map(recordings.map(({ id }, index) => [id, starts[index] ?? 0]));
  const transcriptOf = new Map<string, string>();
  const marked: KeywordHits = {};
  const [spoken, lines, repeated]: [Spoken[], Segment[], Segment[]] = [[], [], []];
  for (const group of besideEachOther(recordings)) {
    for (const head of group) {
      const { id, recordingId, transcript } = head;
      if (!transcript) continue;
      const start = startOf.get(id) ?? 0;
      const { id: transcriptId, version } = transcript;
      spoken.push({ transcriptId, version, recordingId, start, end: start + lengthOf(head) });
      for (const row of rowsOf.get(id) ?? []) {
        transcriptOf.set(row.id, transcriptId);
        if (row.keywords.length > 0) marked[row.id] = row.keywords;
      }
    }
    const merged = mergeLines(
      group.map(({ id, speaker }) => ({ id, speaker, start: startOf.get(id) ?? 0, lines: rowsOf.get(id) ?? [] })),
    );
    const recordingOf = new Map(group.map(({ id, recordingId }) => [id, recordingId]));
    const segmentOf = ({ line, recordingId, at }: MergedLine<SegmentRow>): Segment => {
      const { id, start, end, text, speaker } = line;
      const of = recordingOf.get(recordingId);
      return { id, start: at, end: at + end - start, text, speaker, ...(of !== undefined && { recordingId: of }) };
    };
    lines.push(...merged.lines.map(segmentOf));
    repeated.push(...merged.repeated.map(segmentOf));
  }
  if (lines.length === 0) return undefined;
  const words = await keywordsOf(db, ownerId);
  return { ownerId, spoken, places: placesOf(recordings), lines, repeated, transcriptOf, keywords: words, marked };
}

function placesOf(recordings: readonly Head[]): string {
  const places = recordings.map(({ id, beside_id, offset, pause, speaker }) => [id, beside_id, offset, pause, speaker]);
  return createHash('sha256').update(JSON.stringify(places)).digest('hex');
}

/**
 * Converts a moment on the meeting's timeline to one of the recording that it names, or of the first if it names none.
 */
export function momentIn({ spoken }: Pick<Speech, 'spoken'>, evidence: Evidence): Evidence {
  const of = spoken.find(({ recordingId }) => recordingId === evidence.recording_id);
  if (!of || of.start === 0) return evidence;
  const { start, end } = evidence;
  const at = (seconds: number) => Math.round((seconds - of.start) * 1000) / 1000;
  return { ...evidence, start: at(start), end: typeof end === 'number' ? at(Math.min(end, of.end)) : end };
}

/** Applies `momentIn` to the evidence of each item. */
export function placedIn<T extends { evidence: Evidence }>(speech: Pick<Speech, 'spoken'>, found: readonly T[]): T[] {
  return found.map((each) => ({ ...each, evidence: momentIn(speech, each.evidence) }));
}

/**
 * Returns what has changed since `speech` was read: nothing, keywords, lines, or which transcripts there are and whose.
 */
export async function changeSince(
  db: Db,
  protocolId: string,
  speech: Speech,
): Promise<'none' | 'keywords' | 'lines' | 'transcripts'> {
  type Named = Pick<Spoken, 'transcriptId' | 'version'>;
  const { ownerId, recordings } = await findRecordings(db, protocolId);
  const now = recordings.flatMap(({ transcript }) =>
    transcript ? { transcriptId: transcript.id, version: transcript.version } : [],
  );
  const isSame = (name: (each: Named) => string) => now.map(name).join(' ') === speech.spoken.map(name).join(' ');
  if (ownerId !== speech.ownerId || !isSame(({ transcriptId }) => transcriptId)) return 'transcripts';
  if (!isSame(versionKey) || placesOf(recordings) !== speech.places) return 'lines';
  const words = await keywordsOf(db, speech.ownerId);
  return words.join('\n') === speech.keywords.join('\n') ? 'none' : 'keywords';
}

/** Writes the found keywords into the lines whose keywords have changed. */
export async function markKeywords(db: Db, speech: Speech, hits: KeywordHits): Promise<void> {
  const { lines, repeated, marked, transcriptOf } = speech;
  const changed = new Map<string, string[]>();
  for (const { id } of [...lines, ...repeated]) {
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

/** Returns the protocols of an owner that have a transcript, newest first. */
export async function listTranscribed(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: protocols.id, createdAt: protocols.createdAt })
    .from(transcripts)
    .innerJoin(protocols, eq(protocols.id, transcripts.protocolId))
    .where(and(eq(protocols.ownerId, ownerId), eq(transcripts.isDraft, false)))
    .orderBy(sql`${protocols.createdAt} desc`);
  return rows.map(({ id }) => id);
}

/** Returns the owner's keywords in a stable order. */
export async function keywordsOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ name: keywords.name })
    .from(keywords)
    .where(eq(keywords.ownerId, ownerId))
    .orderBy(asc(keywords.id));
  return rows.map(({ name }) => name);
}

/** Returns a key that changes with every version of a transcript, and with the places of the recordings. */
export function speechKey({ spoken, places }: Pick<Speech, 'spoken' | 'places'>): string {
  return [...spoken.map(versionKey), places].join(' ');
}

function versionKey({ transcriptId, version }: Pick<Spoken, 'transcriptId' | 'version'>): string {
  return `${transcriptId}:${version}`;
}

/** A recording with its position, and its transcript in force if there is one. */
type Head = Placed & {
  recordingId: string | undefined;
  pause: number | null;
  speaker: string | null;
  duration: number | null;
  transcript: { id: string; version: number } | undefined;
};

/** Returns the recordings of a protocol in their order; `ownerId` is undefined if none has a transcript. */
async function findRecordings(
  db: Db,
  protocolId: string,
): Promise<{ ownerId: string | undefined; recordings: Head[] }> {
  const { id, version, partId } = transcripts;
  const inForce = await db
    .select({ id, version, partId, ownerId: protocols.ownerId, video: protocols.video })
    .from(transcripts)
    .innerJoin(protocols, eq(protocols.id, transcripts.protocolId))
    .where(and(eq(transcripts.protocolId, protocolId), eq(transcripts.isDraft, false)));
  const [any] = inForce;
  if (!any) return { ownerId: undefined, recordings: [] };
  const transcriptOf = (part: string | null) => inForce.find((each) => each.partId === part);
  const parts = await db
    .select()
    .from(recordingParts)
    .where(eq(recordingParts.protocolId, protocolId))
    .orderBy(asc(recordingParts.position), asc(recordingParts.id));
  const { upload_id = '', pause = 0, beside_id = null, offset = 0, speaker = null, duration = null } = any.video ?? {};
  const first: Head = {
    ...{ id: upload_id, recordingId: undefined, beside_id, offset, pause, speaker, duration },
    transcript: transcriptOf(null),
  };
  const others = parts.map((part): Head => {
    const { id: own, besideId, pause, speaker, video } = part;
    const placed = { id: own, recordingId: own, beside_id: besideId, offset: part.offset, pause, speaker };
    return { ...placed, duration: video.duration ?? null, transcript: transcriptOf(own) };
  });
  const recordings = others.toSpliced(parts.filter(({ position }) => position < 0).length, 0, first);
  return { ownerId: any.ownerId, recordings: besideEachOther(recordings).flat() };
}
