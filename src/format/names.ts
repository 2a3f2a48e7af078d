import { shortenedName } from '#contract/text/short-name.ts';

/** «Иванов Сергей Петрович» → «Иванов С. П.», by the rule of the printed documents. */
export function shortName(name: string): string {
  return shortenedName(name.trim().replace(/\s+/g, ' '), 'surname');
}

/** The fields of a person that initials need. */
interface Named {
  name?: string | null | undefined;
  email?: string | null | undefined;
}

/** «Иванов Сергей Петрович» → «ИС», «ivanov@example.ru» → «I»; '' where nothing is known. */
export function initials({ name, email }: Named): string {
  const words = (name?.trim() || email?.trim() || '').split(/\s+/).slice(0, name?.trim() ? 2 : 1);
  return words.map(firstLetter).join('').toLocaleUpperCase('ru');
}

function firstLetter(word: string): string {
  return /\p{L}|\p{N}/u.exec(word)?.[0] ?? '';
}
