/** Words as they are searched: lower case, ё as е, divided by single spaces. */
export function searchKeyOf(...texts: (string | null | undefined)[]): string {
  return texts
    .filter((text) => text)
    .join(' ')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A tsquery that each of these words begins a word of the row; undefined when there is no word in it. */
export function prefixQuery(search: string | undefined): string | undefined {
  const words = searchKeyOf(search).split(' ').filter(Boolean).slice(0, 10);
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}
