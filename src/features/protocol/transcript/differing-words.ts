import { wordsOf } from './compare-lines.ts';

/** A run of words of a text: those that the other text has not are marked. */
export interface WordRun {
  text: string;
  isDifferent: boolean;
}

/** Beyond so many words on a side the whole is marked: to tell the words apart would take too long. */
const most = 400;

/** A text in runs of words, with what it alone says marked. */
export function differingWords(text: string, other: string): WordRun[] {
  const [words, others] = [wordsOf([{ text }]), wordsOf([{ text: other }])];
  const shared = words.length > most || others.length > most ? new Set<number>() : sharedPlaces(words, others);
  const runs: WordRun[] = [];
  for (const [place, word] of words.entries()) {
    const isDifferent = !shared.has(place);
    const last = runs.at(-1);
    if (last?.isDifferent === isDifferent) last.text += ` ${word}`;
    else runs.push({ text: word, isDifferent });
  }
  return runs;
}

/** The places of the longest row of words that both have in the same order. */
function sharedPlaces(words: readonly string[], others: readonly string[]): Set<number> {
  const width = others.length + 1;
  const longest = new Uint16Array((words.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = words.length - 1; row >= 0; row -= 1) {
    for (let column = others.length - 1; column >= 0; column -= 1) {
      const isSame = words[row] === others[column];
      longest[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const shared = new Set<number>();
  for (let [row, column] = [0, 0]; row < words.length && column < others.length; ) {
    if (words[row] === others[column]) {
      shared.add(row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return shared;
}
