import type { Recording } from '#contract/recordings/recording.ts';
import type { TranscriptSegment } from '#contract/recordings/transcript.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { groupName, partName, transcriptOf } from '../playback/recordings.ts';

/** A transcript line; `partId` is its recording, undefined for the first one. */
export type PartLine = Optimistic<TranscriptSegment> & {
  partId?: string | undefined;
  /**
   * Id of the first of the simultaneous recordings, and start of the line since the earliest of them began, in seconds.
   */
  group?: string;
  at?: number;
};

/** Returns the lines of all recordings, one after another; without recordings those of the transcript itself. */
export function linesOfAllParts(
  transcript: OptimisticTranscript,
  recordings: readonly Recording[],
): readonly PartLine[] {
  if (recordings.length === 0) return transcript.segments;
  return recordings.flatMap(({ id, is_first }) => {
    if (is_first) return transcript.segments;
    return transcriptOf(transcript, id)?.segments.map((line): PartLine => ({ ...line, partId: id })) ?? [];
  });
}

/**
 * Returns the group of simultaneous recordings (`group`), and how long after the earliest of them this one began, in
 * seconds.
 */
export function placeBeside(
  recordings: readonly Recording[],
  { id, beside_id, offset }: Recording,
): { group: string; since: number } {
  const group = beside_id ?? id;
  const offsets = recordings.flatMap((each) => (each.beside_id === group ? (each.offset ?? 0) : []));
  return { group, since: (beside_id ? (offset ?? 0) : 0) - Math.min(0, ...offsets) };
}

/**
 * Returns the headings of recordings: by id of the first line of each its name, preceded by those of recordings without
 * a transcript. `rest` holds the headings after the last line. A group of simultaneous recordings has one heading, and
 * none where there are no other recordings.
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
