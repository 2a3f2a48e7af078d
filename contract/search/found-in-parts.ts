import type { FoundText } from '#contract/found-text.ts';
import { countWords, findWords, snippetOf } from '#contract/text/found-words.ts';

/** Returns where the searched words were found: the part that contains the most of them, the first of several. */
export function foundInParts(
  parts: Record<string, string | null | undefined>,
  words: readonly string[],
): FoundText | undefined {
  let best: { count: number; found: FoundText } | undefined;
  for (const [where, text] of Object.entries(parts)) {
    const found = text ? findWords(text, words) : [];
    const count = countWords(found);
    if (text && count > (best?.count ?? 0)) best = { count, found: { in: where, ...snippetOf(text, found) } };
  }
  return best?.found;
}

/** Returns the match shown beside the title of a hit; undefined if it is in the title, which shows its own marks. */
export function besideTitle(found: FoundText | undefined): FoundText | undefined {
  return found?.in === 'title' ? undefined : found;
}
