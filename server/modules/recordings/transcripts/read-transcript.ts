import type { PartTranscript, Transcript, TranscriptSegment } from '#contract/recordings/transcript.ts';
import { readParts } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import {
  type Recorded,
  type SegmentRow,
  type TranscriptRow,
  transcriptsOf,
} from '#server/schema/derived/transcript-rows.ts';

type Kept = Awaited<ReturnType<typeof transcriptsOf>>;

/** Returns the transcripts of a protocol: of its first recording, and of its parts, in their order. */
export async function readTranscripts(db: Db, protocolId: string): Promise<Transcript> {
  const ordered = await readParts(db, protocolId);
  const kept = await transcriptsOf(db, protocolId);
  const parts = ordered.map(({ id }): PartTranscript => ({ ...viewOf(kept, id), recording_id: id }));
  return { ...viewOf(kept, null), ...(parts.length > 0 && { parts }) };
}

/** Returns the transcript of one recording as shown on its screen; without lines if there is none. */
export async function readTranscript(db: Db, { protocolId, partId }: Recorded): Promise<Transcript> {
  return viewOf(await transcriptsOf(db, protocolId), partId ?? null);
}

function viewOf(kept: Kept, partId: string | null): Transcript {
  const find = (isDraft: boolean) => kept.find(([row]) => row.partId === partId && row.isDraft === isDraft);
  const [row, segments] = find(false) ?? [];
  if (!row || !segments) return { segments: [], speakers: [], source: null, version: null, draft: null };
  const [draft, drafted = []] = find(true) ?? [];
  return {
    segments: segments.map(segmentView),
    speakers: voicesOf(segments, row),
    source: row.source,
    version: row.version,
    draft: draft
      ? { segments: drafted.map(segmentView), source: draft.source, created_at: draft.createdAt.toISOString() }
      : null,
  };
}

/** Returns the voices of the lines in the order of their first words, with the person behind each if one is set. */
function voicesOf(segments: readonly SegmentRow[], { speakers }: TranscriptRow) {
  const names = new Set(segments.flatMap(({ speaker }) => speaker || []));
  return [...names].map((name) => ({ name, user_id: speakers.find((known) => known.name === name)?.user_id ?? null }));
}

function segmentView({ id, start, end, text, speaker, keywords, editedById }: SegmentRow): TranscriptSegment {
  return { id, start, end, text, speaker, keywords, edited_by: editedById };
}
