import { shortened } from '#contract/shortened.ts';

const mostInList = 300;

/** A name among others: a browser takes seconds to break thousands of letters without a space in a narrow column. */
export function listedName(name: string): string {
  return shortened(name, mostInList);
}

/** «№ 114» beside the name of a stage. */
export function stageNumber(number: string | number): string {
  return `№\u00A0${shortened(String(number), 14)}`;
}

/**
 * People's words inside a sentence of ours: they keep their own direction, and the sentence its own (Unicode isolates).
 * For texts alone; an element takes `dir="auto"`.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** Letters and marks that turn the direction. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name without the marks of direction that make «счёт‮fdp.exe» look like a PDF. */
export function shownFileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
