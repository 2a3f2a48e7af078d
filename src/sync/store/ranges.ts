/** A set of chunk indexes as inclusive ranges, ascending and not adjacent: the form that the server uses too. */
export type Ranges = [first: number, last: number][];

export function countOf(ranges: Ranges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

export function hasIndex(ranges: Ranges, index: number): boolean {
  return ranges.some(([first, last]) => index >= first && index <= last);
}

/** The set with one more index. */
export function withIndex(ranges: Ranges, index: number): Ranges {
  if (hasIndex(ranges, index)) return ranges;
  const sorted: Ranges = [...ranges, [index, index] as [number, number]].sort(([a], [b]) => a - b);
  const merged: Ranges = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous && previous[1] + 1 === first) previous[1] = last;
    else merged.push([first, last]);
  }
  return merged;
}

/** Yields the indexes below `total` that are not in the set, ascending. */
export function* missingFrom(ranges: Ranges, total: number): Generator<number> {
  let index = 0;
  for (const [first, last] of ranges) {
    for (; index < first; index++) yield index;
    index = last + 1;
  }
  for (; index < total; index++) yield index;
}
