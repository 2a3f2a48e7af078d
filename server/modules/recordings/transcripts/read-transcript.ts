import type { PartTranscript, Transcript, TranscriptSegment } from '#contract/transcript.ts';
import { partsOf } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import {
  findTranscript,
  type Recorded,
  type SegmentRow,
  segmentsOf,
  type TranscriptRow,
} from '#server/schema/derived/transcript-rows.ts';

/** All that was said in a protocol: in its first recording, and in its parts, in their order. */
export async function readTranscripts(db: Db, protocolId: string): Promise<Transcript> {
  const parts: PartTranscript[] = [];
  for (const { id } of await partsOf(db, protocolId)) {
    parts.push({ ...(await readTranscript(db, { protocolId, partId: id })), recording_id: id });
  }
  return { ...(await readTranscript(db, { protocolId })), ...(parts.length > 0 && { parts }) };
}

/** The transcript of one recording as its screen shows it; without lines where there is none. */
export async function readTranscript(db: Db, of: Recorded): Promise<Transcript> {
  const [row, draft] = [await findTranscript(db, of), await findTranscript(db, of, true)];
  if (!row) return { segments: [], speakers: [], source: null, version: null, draft: null };
  const segments = await segmentsOf(db, row.id);
  return {
    segments: segments.map(segmentView),
    speakers: voicesOf(segments, row),
    source: row.source,
    version: row.version,
    draft: draft
      ? {
          segments: (await segmentsOf(db, draft.id)).map(segmentView),
          source: draft.source,
          created_at: draft.createdAt.toISOString(),
        }
      : null,
  };
}

/** Every voice of the lines, in the order in which they begin to speak, with the person behind it where one is named. */
function voicesOf(segments: readonly SegmentRow[], { speakers }: TranscriptRow) {
  const names = new Set(segments.flatMap(({ speaker }) => speaker || []));
  return [...names].map((name) => ({ name, user_id: speakers.find((known) => known.name === name)?.user_id ?? null }));
}

function segmentView({ id, start, end, text, speaker, keywords, editedById }: SegmentRow): TranscriptSegment {
  return { id, start, end, text, speaker, keywords, edited_by: editedById };
}
