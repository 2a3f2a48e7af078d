import { useEffect, useMemo, useState } from 'react';
import type { Recording } from '#contract/recordings/recording.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import { linesOfAllParts, type PartLine } from './part-lines.ts';

type Merge = (transcript: OptimisticTranscript, recordings: readonly Recording[]) => readonly PartLine[];

/**
 * Returns the lines of all recordings in the order of the meeting; until the merging code is loaded, one recording
 * after another.
 */
export function useMeetingLines(
  transcript: OptimisticTranscript,
  recordings: readonly Recording[],
): readonly PartLine[] {
  const [merge, setMerge] = useState<Merge>();
  const isBeside = recordings.some(({ beside_id }) => beside_id);
  useEffect(() => {
    if (!isBeside) return;
    import('./meeting-lines.ts').then(
      ({ meetingLines }) => setMerge(() => meetingLines),
      () => undefined,
    );
  }, [isBeside]);
  const order = (isBeside && merge) || linesOfAllParts;
  return useMemo(() => order(transcript, recordings), [order, transcript, recordings]);
}
