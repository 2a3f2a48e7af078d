/** How many queries the device keeps at most. */
const mostQueries = 500;
/** How many characters of JSON, of two bytes each: 8 MB. */
const mostCharacters = 4_000_000;
/** An answer longer than this is not kept: it would push out everything else. */
export const longestKept = 1_000_000;

interface Entry {
  /** Characters of JSON. */
  length: number;
  /** When it was last read or shown, in milliseconds. */
  usedAt: number;
}

/** Which entries have to go for the rest to fit: those not needed for longest. */
export function beyondBounds(entries: ReadonlyMap<string, Entry>): string[] {
  let count = entries.size;
  let characters = 0;
  for (const { length } of entries.values()) characters += length;
  if (count <= mostQueries && characters <= mostCharacters) return [];
  const gone: string[] = [];
  for (const [hash, { length }] of [...entries].sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
    if (count <= mostQueries && characters <= mostCharacters) break;
    gone.push(hash);
    count -= 1;
    characters -= length;
  }
  return gone;
}
