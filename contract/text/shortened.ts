/** Returns at most `most` characters of a text, with «…» if it is longer. */
export function shortened(text: string, most = 80): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : text;
}
