import { keywordCreate } from '#contract/keywords/keyword.ts';
import { duplicateNameError, keywordName } from '#contract/keywords/keyword-name.ts';
import { shortened } from '#contract/text/shortened.ts';
import { formsKey } from '#contract/text/word-forms.ts';

/** Maximum number of names at once; more is text that was pasted by mistake. */
export const maxAtOnce = 100;

/** Splits typed or pasted text into keywords at commas, semicolons, line breaks and tabs (cells of a table). */
export function splitNames(text: string): string[] {
  return text
    .split(/[,;\n\r\t]+/)
    .map(keywordName)
    .filter((name) => name !== '');
}

export type TypedNames =
  | {
      fresh: string[];
      /** Names that exist already, as they were typed. */
      known: string[];
    }
  /** Message at the field; nothing is added. */
  | { problem: string };

/** Returns the typed names that are new: no word twice, in whatever grammatical form. */
export function readNames(text: string, existing: readonly string[]): TypedNames {
  const names = splitNames(text);
  if (names.length > maxAtOnce) return { problem: `За один раз можно добавить не больше ${maxAtOnce} слов` };
  const byForms = new Map(existing.map((name) => [formsKey(name), name]));
  const fresh: string[] = [];
  const known: string[] = [];
  for (const name of names) {
    const checked = keywordCreate.shape.name.safeParse(name);
    if (!checked.success) return { problem: problemOf(name, names.length, checked.error.issues[0]?.message) };
    const key = formsKey(name);
    if (byForms.has(key)) known.push(name);
    else fresh.push(name);
    if (!byForms.has(key)) byForms.set(key, name);
  }
  if (fresh.length > 0) return { fresh, known };
  if (names.length === 0) return { problem: 'Поле обязательно для заполнения' };
  if (names.length > 1) return { problem: 'Все эти ключевые слова уже есть' };
  return { problem: duplicateNameError(names[0] ?? '', existing) ?? '' };
}

function problemOf(name: string, count: number, words = 'Неверное значение'): string {
  return count > 1 ? `«${shortened(name, 40)}»: ${words}` : words;
}
