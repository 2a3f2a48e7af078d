/** Returns at most so many letters of a text, with «…» where it has more. */
export function shortened(text: string, most = 80): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : text;
}
