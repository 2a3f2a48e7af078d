/** A stretch of text that one font can print; without `font`, in the font of the page. */
export type FontRun = { text: string; font?: 'Emoji' | 'Arabic' };

// Pictographs that text fonts lack are printed in the emoji font; ©, ™ and arrows count as text.
const emoji =
  /(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|(?![\p{ASCII}©®‼⁉™ℹ\u2190-\u21ff])\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?){0,9}){1,50}/gu;

// Includes the combining marks and joiners within Arabic words.
const arabic = /\p{Script=Arabic}[\p{Script=Arabic}\p{M}\u200c\u200d]*/gu;

// Narrow no-break and figure spaces do not end a word.
const longWord = /[\S\u2007\u202f]{40,}/g;
const graphemes = new Intl.Segmenter('ru');

/**
 * Splits text by font. Very long words are cut into adjoining runs: pdfmake forgets the first-line indent when a word
 * fills the line, and measures the rest of the word again for each line, which takes minutes for 100,000 letters. A
 * word before a no-break space is a run of its own, so that a justified line can also be stretched there.
 */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[][] = [];
  let end = 0;
  for (const match of text.matchAll(emoji)) {
    // Added as lists and flattened later: there may be more runs than a call takes arguments.
    runs.push(written(text.slice(end, match.index)), [{ text: match[0], font: 'Emoji' }]);
    end = match.index + match[0].length;
  }
  runs.push(written(text.slice(end)));
  return runs.flat();
}

/**
 * Splits text without emoji into runs in the font of the page and Arabic runs, since that font has no Arabic letters.
 */
function written(text: string): FontRun[] {
  const runs: FontRun[][] = [];
  let end = 0;
  for (const match of text.matchAll(arabic)) {
    runs.push(pieces(text.slice(end, match.index)), pieces(match[0], 'Arabic'));
    end = match.index + match[0].length;
  }
  runs.push(pieces(text.slice(end)));
  return runs.flat();
}

/**
 * Splits a paragraph into parts that are laid out one below another, since the time that pdfmake takes grows with the
 * square of a paragraph's runs and emoji. Only a text made almost entirely of emoji has more than one part.
 */
export function layoutParts<T extends { text: string; font?: string }>(runs: T[], most = 3_000): T[][] {
  const parts: T[][] = [[]];
  let weight = 0;
  for (const run of runs) {
    weight += run.font ? run.text.length : 1;
    if (weight > most) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(run);
  }
  return parts;
}

function pieces(text: string, font?: FontRun['font']): FontRun[] {
  if (text === '') return [];
  const cuts: string[][] = [];
  let end = 0;
  for (const match of text.matchAll(longWord)) {
    cuts.push([text.slice(end, match.index)], chunks(match[0], 20));
    end = match.index + match[0].length;
  }
  cuts.push([text.slice(end)]);
  return cuts
    .flat()
    .flatMap((piece) => piece.split(/(?<=\u00a0)|(?<= )(?=[^ \u00a0]*\u00a0)/))
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, ...(font && { font }) }));
}

function chunks(word: string, size: number): string[] {
  const letters = Array.from(graphemes.segment(word), ({ segment }) => segment).flatMap((letter) =>
    // No real letter has so many combining marks.
    letter.length > 40 ? Array.from(letter) : [letter],
  );
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(''),
  );
}
