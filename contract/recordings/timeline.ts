import type { Recording } from '#contract/recordings/recording.ts';

/** The fields that determine where a recording lies: after those before it, or beside another one. */
export type Placed = Pick<Recording, 'id' | 'beside_id' | 'offset'>;

/**
 * Returns for each recording the one that it ultimately lies beside, and its offset in seconds from that one's
 * beginning. A recording that names no existing one is its own anchor, and so are those that name each other in a ring.
 */
export function anchorsOf(recordings: readonly Placed[]): ReadonlyMap<string, { id: string; offset: number }> {
  const byId = new Map(recordings.map((each) => [each.id, each]));
  const anchorOf = (own: Placed) => {
    const passed = new Set([own.id]);
    let [at, offset] = [own, 0];
    for (;;) {
      const next = at.beside_id ? byId.get(at.beside_id) : undefined;
      if (!next) return { id: at.id, offset };
      if (passed.has(next.id)) return { id: own.id, offset: 0 };
      offset += at.offset ?? 0;
      passed.add(next.id);
      at = next;
    }
  };
  return new Map(recordings.map((each) => [each.id, anchorOf(each)]));
}

/** Groups recordings that ran at the same time, in the order of the meeting; the anchor of each group comes first. */
export function besideEachOther<T extends Placed>(recordings: readonly T[]): T[][] {
  const anchors = anchorsOf(recordings);
  const groups = Map.groupBy(recordings, ({ id }) => anchors.get(id)?.id ?? id);
  return recordings.flatMap((lead) => {
    const group = groups.get(lead.id);
    return group ? [[lead, ...group.filter((each) => each !== lead)]] : [];
  });
}

/**
 * Returns where each recording begins on the timeline of the meeting, in seconds: after all before it and their breaks,
 * or beside another one. Time that several recordings share is counted once, and nothing begins before the meeting.
 * @param lengthOf returns the length if the recording itself does not state it
 */
export function startsOf(
  recordings: readonly (Placed & Pick<Recording, 'pause' | 'video'>)[],
  lengthOf: (id: string) => number = () => 0,
): number[] {
  const anchors = anchorsOf(recordings);
  const offsetOf = (id: string) => anchors.get(id)?.offset ?? 0;
  const starts = new Map<string, number>();
  let end = 0;
  for (const [index, group] of besideEachOther(recordings).entries()) {
    const earliest = Math.min(...group.map(({ id }) => offsetOf(id)));
    // The pause of the first recording is not a break.
    const start = end + (index === 0 ? 0 : (group[0]?.pause ?? 0)) - earliest;
    for (const { id, video } of group) {
      starts.set(id, start + offsetOf(id));
      end = Math.max(end, start + offsetOf(id) + (video?.duration || lengthOf(id)));
    }
  }
  return recordings.map(({ id }) => starts.get(id) ?? 0);
}
