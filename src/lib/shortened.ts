const longest = 80;

/** A name as long as one line or a question bears it: a title may have 10,000 characters. */
export function shortened(name: string): string {
  const letters = [...name];
  return letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : name;
}
