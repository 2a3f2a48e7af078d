import type { User } from '#contract/user.ts';

/** «Иванов Сергей Петрович» → «ИС», «ivanov@example.ru» → «I»; '' where nothing is known. */
export function initials({ name, email }: Pick<User, 'name' | 'email'>): string {
  const words = (name?.trim() || email?.trim() || '').split(/\s+/).slice(0, name?.trim() ? 2 : 1);
  return words.map(firstLetter).join('').toLocaleUpperCase('ru');
}

function firstLetter(word: string): string {
  return /\p{L}|\p{N}/u.exec(word)?.[0] ?? '';
}
