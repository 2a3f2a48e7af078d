import { useSyncExternalStore } from 'react';
import type { TranscriptSegment } from '#contract/transcript.ts';
import type { PlayerClock } from './player-clock.ts';

/** The place of the line that is said at a second: the last that has begun; -1 before the first. */
export function lineAt(segments: readonly Pick<TranscriptSegment, 'start'>[], seconds: number): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The same for where the recording stands; drawn anew only when it goes on to another line. */
export function useCurrentLine(segments: readonly Pick<TranscriptSegment, 'start'>[], clock: PlayerClock): number {
  return useSyncExternalStore(clock.subscribe, () => lineAt(segments, clock.now()));
}
