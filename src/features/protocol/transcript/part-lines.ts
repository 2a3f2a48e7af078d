import type { Recording } from '#contract/protocol.ts';
import type { TranscriptSegment } from '#contract/transcript.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { partName, transcriptOf } from '../playback/recordings.ts';

/** A line, and of which recording it is, where that is not the first. */
export type PartLine = Optimistic<TranscriptSegment> & { partId?: string | undefined };

/** The lines of all recordings in their order; those of the only one as they are. */
export function linesOf(transcript: OptimisticTranscript, recordings: readonly Recording[]): readonly PartLine[] {
  if (recordings.length === 0) return transcript.segments;
  return recordings.flatMap(({ id, is_first }) => {
    if (is_first) return transcript.segments;
    return transcriptOf(transcript, id)?.segments.map((line): PartLine => ({ ...line, partId: id })) ?? [];
  });
}

/**
 * What stands above lines: above the first one of each recording its name, and that those before it have no transcript.
 * `rest` are those after the last line. Nothing where there is one recording only.
 */
export function headingsOf(
  lines: readonly PartLine[],
  recordings: readonly Recording[],
): { above: ReadonlyMap<string, readonly string[]>; rest: readonly string[] } {
  const above = new Map<string, readonly string[]>();
  let waiting: string[] = [];
  for (const [index, recording] of recordings.entries()) {
    const name = partName(recording, index);
    const partId = recording.is_first ? undefined : recording.id;
    const first = lines.find((line) => line.partId === partId);
    if (!first) waiting.push(`${name}: расшифровки пока нет`);
    else {
      above.set(first.id, [...waiting, name]);
      waiting = [];
    }
  }
  return { above, rest: waiting };
}
