/** «Иванов Сергей Петрович» → «Иванов С. П.»; a name of one word, or one that is no such name, stays. */
export function shortName(name: string): string {
  const [surname = '', ...rest] = name.trim().split(/\s+/);
  if (rest.length === 0 || rest.length > 2 || name.includes('.')) return name.trim();
  return `${surname}\u00A0${rest.map((part) => `${part.charAt(0)}.`).join('\u00A0')}`;
}
