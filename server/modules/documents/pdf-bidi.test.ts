import { expect, test } from 'vitest';
import { type PlacedWord, turnWords } from './pdf-bidi.ts';

/** Places the words on a line; each letter and each trailing space is ten wide. */
function placed(...texts: string[]): [text: string, from: number][] {
  let x = 0;
  const words = texts.map((text): PlacedWord => {
    const word = { text, x, width: text.length * 10, trailingCut: text.endsWith(' ') ? 10 : 0 };
    x += word.width;
    return word;
  });
  turnWords(words);
  // Start of the letters: the spaces after a right-to-left word are drawn before them.
  return words.map(({ text, x: from, trailingCut = 0 }) => [
    text.trim(),
    /[א-ת]/.test(text) ? from + trailingCut : from,
  ]);
}

test('right-to-left words keep their place in the line, in their own order', () => {
  expect(placed('О ', 'דוח ', 'על ', 'התקציב ', 'и ', 'смете')).toEqual([
    ['О', 0],
    ['דוח', 120],
    ['על', 90],
    ['התקציב', 20],
    ['и', 160],
    ['смете', 180],
  ]);
});

test('a number between right-to-left words moves with them, one at the end stays', () => {
  expect(placed('דוח ', '12 ', 'של ', '(2026)')).toEqual([
    ['דוח', 60],
    ['12', 30],
    ['של', 0],
    ['(2026)', 100],
  ]);
  expect(placed('דוח')).toEqual([['דוח', 0]]);
  expect(placed('Да ', '12')).toEqual([
    ['Да', 0],
    ['12', 30],
  ]);
});
