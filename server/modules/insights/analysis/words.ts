import { composed } from '#contract/text/composed.ts';
import { formsKey } from '#contract/text/word-forms.ts';

const word = /[\p{L}\p{N}][\p{L}\p{N}+#]*|№/gu;
const known = new Map<string, string>();
const maxKnown = 50_000;

/** Returns the words of a text as stems, in order; the parts of «бизнес-план» are separate words. */
export function stemsOf(text: string): string[] {
  return (composed(text).toLowerCase().match(word) ?? []).map(stemOf);
}

/** Returns a key that is equal for texts with the same words, regardless of word forms, punctuation and case. */
export function textKey(text: string): string {
  return stemsOf(text).join(' ').slice(0, 500);
}

function stemOf(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const stem = formsKey(text);
  if (known.size < maxKnown) known.set(text, stem);
  return stem;
}
