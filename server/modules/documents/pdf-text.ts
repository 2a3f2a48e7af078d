/** A stretch of text that one font can print; without a `font` that of the page. */
export type FontRun = { text: string; font?: 'Emoji' | 'Arabic' };

// From the emoji font come pictographs that a text face does not draw; ©, ™ and arrows are text.
const emoji =
  /(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|(?![\p{ASCII}©®‼⁉™ℹ\u2190-\u21ff])\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?){0,9}){1,50}/gu;

// With the marks and joiners that stand within its words.
const arabic = /\p{Script=Arabic}[\p{Script=Arabic}\p{M}\u200c\u200d]*/gu;

// The narrow spaces of numbers and units bind as letters do.
const longWord = /[\S\u2007\u202f]{40,}/g;
const graphemes = new Intl.Segmenter('ru');

/**
 * Splits text by font. A very long word is cut into pieces with no gap between them: pdfmake forgets the indent of a
 * first line when a word fills it, and measures what is left of a word again for each line, minutes for 100,000 letters.
 * A word before a no-break space is a run, so that a justified line can be spread at them too.
 */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[][] = [];
  let end = 0;
  for (const match of text.matchAll(emoji)) {
    // As lists, not as arguments: there may be more of them than a call takes.
    runs.push(written(text.slice(end, match.index)), [{ text: match[0], font: 'Emoji' }]);
    end = match.index + match[0].length;
  }
  runs.push(written(text.slice(end)));
  return runs.flat();
}

/** Splits what is no emoji into the letters of the page's font and Arabic ones, which it lacks. */
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
 * Parts of a paragraph that are laid out one below another: the time that pdfmake takes grows with the square of a
 * paragraph's runs and emoji. No text but a wall of emoji has more than one.
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
