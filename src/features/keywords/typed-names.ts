import { keywordCreate } from '#contract/keyword.ts';
import { duplicateNameError, keywordName } from '#contract/keyword-name.ts';
import { formsKey } from '#contract/word-forms.ts';

/** More is no list of keywords but a text that was pasted by mistake. */
export const mostAtOnce = 100;

/** The keywords of what was typed or pasted: divided by commas, semicolons, lines or a table's cells. */
export function splitNames(text: string): string[] {
  return text
    .split(/[,;\n\r\t]+/)
    .map(keywordName)
    .filter((name) => name !== '');
}

export type TypedNames =
  | {
      fresh: string[];
      /** Those that are there already, as they were typed. */
      known: string[];
    }
  /** What to say at the field; nothing of it is added. */
  | { problem: string };

/** What of the typed names is to be added: no word twice, in whatever form. */
export function readNames(text: string, existing: readonly string[]): TypedNames {
  const names = splitNames(text);
  if (names.length > mostAtOnce) return { problem: `За один раз можно добавить не больше ${mostAtOnce} слов` };
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
  return count > 1 ? `«${name.slice(0, 40)}…»: ${words}` : words;
}
