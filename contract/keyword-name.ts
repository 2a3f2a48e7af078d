import { composed } from './composed.ts';
import { formsKey } from './word-forms.ts';

/** A keyword as it is kept: without spaces around it, or more than one inside. */
export function keywordName(text: string): string {
  return composed(text).replace(/\s+/g, ' ').trim();
}

/** Equal for keywords that are written alike, and their Russian order: lower case, ё as е. */
export function keywordKey(name: string): string {
  return keywordName(name).toLowerCase().replaceAll('ё', 'е');
}

/** Returns what to say where one of these is the same word in whatever form; undefined where none is. */
export function duplicateNameError(name: string, existing: readonly string[]): string | undefined {
  const key = formsKey(name);
  const duplicate = existing.find((other) => formsKey(other) === key);
  if (duplicate === undefined) return undefined;
  if (keywordKey(duplicate) === keywordKey(name)) return 'Такое ключевое слово уже есть';
  return `Уже есть «${duplicate}»: это то же слово в другой форме`;
}
