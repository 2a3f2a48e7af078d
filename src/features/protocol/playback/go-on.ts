import type { Recording } from '#contract/recordings/recording.ts';
import { besideEachOther, startsOf } from '#contract/recordings/timeline.ts';

/**
 * Continues where a recording has ended: in a simultaneous one that is longer, at the same moment, or else in the next
 * part.
 * @param seconds end position by the recording's own clock
 */
export function goOn(
  recordings: readonly Recording[],
  endedId: string | undefined,
  seconds: number,
  seek: (seconds: number, id: string) => void,
): void {
  const starts = startsOf(recordings);
  const startOf = (id: string) => starts[recordings.findIndex((each) => each.id === id)] ?? 0;
  const groups = besideEachOther(recordings.filter(({ id, video }) => video?.url || id === endedId));
  const at = groups.findIndex((group) => group.some(({ id }) => id === endedId));
  if (at < 0 || endedId === undefined) return;
  const moment = startOf(endedId) + seconds;
  const longest = groups[at]?.toSorted((one, other) => endOf(other) - endOf(one))[0];
  // Less than a second of remaining length is ignored.
  if (longest && longest.id !== endedId && endOf(longest) > moment + 1) {
    seek(Math.max(0, moment - startOf(longest.id)), longest.id);
    return;
  }
  const next = groups[at + 1]?.toSorted((one, other) => startOf(one.id) - startOf(other.id))[0];
  if (next) seek(0, next.id);

  function endOf({ id, video }: Recording): number {
    return startOf(id) + (video?.duration ?? 0);
  }
}
