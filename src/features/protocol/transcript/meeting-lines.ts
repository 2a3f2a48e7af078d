import { mergeLines } from '#contract/recordings/merged-lines.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { besideEachOther } from '#contract/recordings/timeline.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import { linesOfAllParts, type PartLine, placeBeside } from './part-lines.ts';

/**
 * Returns the lines of all recordings in the order of the meeting; those of simultaneous recordings are merged, each
 * word once.
 */
export function meetingLines(transcript: OptimisticTranscript, recordings: readonly Recording[]): PartLine[] {
  return besideEachOther(recordings).flatMap((group) => {
    if (group.length === 1) return linesOfAllParts(transcript, group);
    const heard = group.map((each) => ({
      ...{ id: each.id, speaker: each.speaker, start: placeBeside(recordings, each).since },
      lines: linesOfAllParts(transcript, [each]),
    }));
    const [lead] = group;
    return mergeLines(heard).lines.map(({ line, at }): PartLine => ({ ...line, group: lead?.id ?? '', at }));
  });
}
