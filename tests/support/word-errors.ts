/** Number of spoken words, and how many of them were recognised wrongly, left out or added. */
export type WordErrors = { said: number; wrong: number };

/** Compares two texts word by word, without punctuation and capitals. */
export function wordErrors(said: string, heard: string): WordErrors {
  const [expected, found] = [wordsOf(said), wordsOf(heard)];
  // Edit distance, row by row.
  let row = Array.from({ length: found.length + 1 }, (_, place) => place);
  for (const [line, word] of expected.entries()) {
    const next = [line + 1];
    for (const [place, other] of found.entries()) {
      const replaced = (row[place] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return { said: expected.length, wrong: row.at(-1) ?? 0 };
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
