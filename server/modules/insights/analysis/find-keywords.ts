import type { Segment } from './segment.ts';
import { stemsOf } from './words.ts';

/** Maximum number of other words between two words of a keyword: «поручить» … «подготовить». */
const maxBetween = 3;
/** Maximum pause in seconds after which a keyword may continue in the next line. */
const longestPause = 3;

/**
 * Keywords said in each line in any form, by line id; a keyword of several words counts in the line where it begins.
 */
export type KeywordHits = Record<string, string[]>;

type Spoken = { stem: string; line: number };

/** Finds keywords in the transcript: their words in order and close to each other. */
export function findKeywords(lines: readonly Segment[], keywords: readonly string[]): KeywordHits {
  const spoken = lines.flatMap(({ text }, line): Spoken[] => stemsOf(text).map((stem) => ({ stem, line })));
  const places = new Map<string, number[]>();
  spoken.forEach(({ stem }, place) => {
    const known = places.get(stem);
    if (known) known.push(place);
    else places.set(stem, [place]);
  });
  const hits: KeywordHits = {};
  for (const keyword of keywords) {
    const [first, ...rest] = stemsOf(keyword);
    for (const place of (first !== undefined && places.get(first)) || []) {
      const line = lines[spoken[place]?.line ?? -1];
      if (!line || !goesOn(lines, spoken, place, rest)) continue;
      const names = hits[line.id] ?? [];
      if (!names.includes(keyword)) hits[line.id] = [...names, keyword];
    }
  }
  return hits;
}

function goesOn(lines: readonly Segment[], spoken: readonly Spoken[], from: number, rest: readonly string[]): boolean {
  let place = from;
  for (const stem of rest) {
    const next = spoken.slice(place + 1, place + 2 + maxBetween).findIndex((each) => each.stem === stem);
    const [before, after] = [spoken[place], spoken[place + 1 + next]];
    if (next < 0 || !before || !after || !areNear(lines[before.line], lines[after.line])) return false;
    place += 1 + next;
  }
  return true;
}

function areNear(before: Segment | undefined, after: Segment | undefined): boolean {
  return before !== undefined && after !== undefined && after.start - before.end <= longestPause;
}
