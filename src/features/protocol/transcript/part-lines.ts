import type { Recording } from '#contract/protocol.ts';
import type { TranscriptSegment } from '#contract/transcript.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { groupName, partName, transcriptOf } from '../playback/recordings.ts';

/** A line, and of which recording it is, where that is not the first. */
export type PartLine = Optimistic<TranscriptSegment> & {
  partId?: string | undefined;
  /** The recording that this one and others ran beside, and when the line begins since the first of them did. */
  group?: string;
  at?: number;
};

/** The lines of all recordings in their order; those of the only one as they are. */
export function linesOf(transcript: OptimisticTranscript, recordings: readonly Recording[]): readonly PartLine[] {
  if (recordings.length === 0) return transcript.segments;
  return recordings.flatMap(({ id, is_first }) => {
    if (is_first) return transcript.segments;
    return transcriptOf(transcript, id)?.segments.map((line): PartLine => ({ ...line, partId: id })) ?? [];
  });
}

/** The recording that this one lies beside, or that others may; and how long after the first of them it began, in seconds. */
export function placeBeside(
  recordings: readonly Recording[],
  { id, beside_id, offset }: Recording,
): { group: string; since: number } {
  const group = beside_id ?? id;
  const offsets = recordings.flatMap((each) => (each.beside_id === group ? (each.offset ?? 0) : []));
  return { group, since: (beside_id ? (offset ?? 0) : 0) - Math.min(0, ...offsets) };
}

/**
 * What stands above lines: above the first one of each recording its name, and that those before it have no transcript.
 * `rest` are those after the last line. Nothing where there is one recording only. Of recordings whose lines stand among each other it
 * is one name, and none where there are no others.
 */
export function headingsOf(
  lines: readonly PartLine[],
  recordings: readonly Recording[],
): { above: ReadonlyMap<string, readonly string[]>; rest: readonly string[] } {
  const above = new Map<string, readonly string[]>();
  let waiting: string[] = [];
  const groups = new Set(lines.map(({ group }) => group));
  const own = recordings.filter(({ beside_id }) => !beside_id || !groups.has(beside_id));
  if (own.length === 1 && recordings.length > 1) return { above, rest: [] };
  for (const recording of own) {
    const isGroup = groups.has(recording.id);
    const name = isGroup ? groupName(recording, recordings) : partName(recording, recordings);
    const partId = recording.is_first ? undefined : recording.id;
    const first = lines.find((line) => (isGroup ? line.group === recording.id : !line.group && line.partId === partId));
    if (!first) waiting.push(`${name}: расшифровки пока нет`);
    else {
      above.set(first.id, [...waiting, name]);
      waiting = [];
    }
  }
  return { above, rest: waiting };
}
