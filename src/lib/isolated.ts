/**
 * People's words inside a sentence of ours: they keep their own direction, and the sentence its own (Unicode isolates).
 * For texts alone; an element takes `dir="auto"`.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** Letters and marks that turn the direction. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]/;
