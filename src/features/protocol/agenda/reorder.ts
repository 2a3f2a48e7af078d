/** The things with the one of this id at another place, counted from 0; the same where it is there already or unknown. */
export function movedTo<T extends { id: string }>(things: readonly T[], id: string, place: number): T[] {
  const thing = things.find((each) => each.id === id);
  if (!thing) return [...things];
  const to = Math.max(0, Math.min(place, things.length - 1));
  return things.filter((each) => each !== thing).toSpliced(to, 0, thing);
}

/** The place of what is dropped before or after another thing, counted from 0; undefined where it would stay. */
export function dropPlace(
  things: readonly { id: string }[],
  id: string,
  over: { id: string; side: 'before' | 'after' },
): number | undefined {
  const from = things.findIndex((each) => each.id === id);
  const target = things.findIndex((each) => each.id === over.id);
  if (from < 0 || target < 0) return undefined;
  const gap = target + (over.side === 'after' ? 1 : 0);
  const to = gap > from ? gap - 1 : gap;
  return to === from ? undefined : to;
}
