import { shortened } from '#contract/text/shortened.ts';

const maxInList = 300;

/**
 * Shortens a name for a list: a browser needs seconds to break thousands of letters without a space in a narrow column.
 */
export function listedName(name: string): string {
  return shortened(name, maxInList);
}

/** «№ 114», for use beside the name of a stage. */
export function stageNumber(number: string | number): string {
  return `№\u00A0${shortened(String(number), 14)}`;
}

/**
 * Isolates a text written by people inside a sentence of the app, so that both keep their direction (Unicode isolates).
 * Only for plain text; an element uses `dir="auto"`.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** Letters and marks that change the direction. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Removes control characters and direction marks, which make «счёт‮fdp.exe» look like a PDF. */
export function shownFileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
