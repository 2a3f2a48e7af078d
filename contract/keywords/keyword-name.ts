import { comparisonKey } from '#contract/text/comparison-key.ts';
import { composed } from '#contract/text/composed.ts';
import { formsKey } from '#contract/text/word-forms.ts';

/** Returns a keyword as it is stored: in NFC, trimmed, with single spaces. */
export function keywordName(text: string): string {
  return composed(text).replace(/\s+/g, ' ').trim();
}

/** Returns a key that is equal for keywords spelled alike and sorts them in Russian order: lower case, ё as е. */
export function keywordKey(name: string): string {
  return comparisonKey(keywordName(name));
}

/** Returns the error message if one of these is the same word in any form; otherwise undefined. */
export function duplicateNameError(name: string, existing: readonly string[]): string | undefined {
  const key = formsKey(name);
  const duplicate = existing.find((other) => formsKey(other) === key);
  if (duplicate === undefined) return undefined;
  if (keywordKey(duplicate) === keywordKey(name)) return 'Такое ключевое слово уже есть';
  return `Уже есть «${duplicate}»: это то же слово в другой форме`;
}
