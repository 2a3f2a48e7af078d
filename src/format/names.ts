/** «Иванов Сергей Петрович» → «Иванов С. П.»; a single word, or anything but two or three words, stays as it is. */
export function shortName(name: string): string {
  const [surname = '', ...rest] = name.trim().split(/\s+/);
  if (rest.length === 0 || rest.length > 2 || name.includes('.')) return name.trim();
  // A part that does not begin with a letter, such as an emoji, cannot be abbreviated.
  const letters = rest.map((part) => /^\p{L}/u.exec(part)?.[0]);
  if (letters.includes(undefined)) return name.trim();
  return `${surname}\u00A0${letters.map((letter) => `${letter}.`).join('\u00A0')}`;
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
