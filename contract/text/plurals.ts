const noBreak = '\u00A0';

/** Returns the plural form of a Russian word for a number: день, дня, дней. */
export function plural(count: number, one: string, few: string, many: string): string {
  if (!Number.isInteger(count)) return few;
  const [ones, tens] = [Math.abs(count) % 10, Math.abs(count) % 100];
  if (tens > 10 && tens < 20) return many;
  if (ones === 1) return one;
  return ones > 1 && ones < 5 ? few : many;
}

/** Returns a number with its word: «5 дней». The pages of the app use `counted`, which separates thousands. */
export function withPlural(count: number, one: string, few: string, many: string): string {
  return `${count}${noBreak}${plural(count, one, few, many)}`;
}
