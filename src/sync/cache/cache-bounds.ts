/** Maximum number of queries kept on the device. */
const maxQueries = 500;
/** Maximum size of all kept queries, in characters of JSON; a character takes two bytes, so this is 8 MB. */
const maxCharacters = 4_000_000;
/** Maximum length of a kept answer, in characters: a longer one would push out everything else. */
export const longestKept = 1_000_000;

interface Entry {
  /** Length in characters of JSON. */
  length: number;
  /** When it was last read or shown, in milliseconds. */
  usedAt: number;
}

/** Returns the keys of the entries to remove so that the rest fits: the least recently used ones. */
export function beyondBounds(entries: ReadonlyMap<string, Entry>): string[] {
  let count = entries.size;
  let characters = 0;
  for (const { length } of entries.values()) characters += length;
  if (count <= maxQueries && characters <= maxCharacters) return [];
  const gone: string[] = [];
  for (const [hash, { length }] of [...entries].sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
    if (count <= maxQueries && characters <= maxCharacters) break;
    gone.push(hash);
    count -= 1;
    characters -= length;
  }
  return gone;
}
