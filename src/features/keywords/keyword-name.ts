import type { Keyword } from '#contract/keyword.ts';

/** What a keyword is called, also where a provider sends no name. */
export function keywordName({ id, name }: Keyword): string {
  return name?.trim() || `Ключевое слово ${id}`;
}
