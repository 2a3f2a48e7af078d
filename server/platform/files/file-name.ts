import { composed } from '#contract/text/composed.ts';

const maxLetters = 150;

/**
 * A file's name as it is kept and given back: without folders, control characters and the marks of direction that make
 * «счёт‮fdp.exe» look like a PDF; a long one is cut before its extension.
 */
export function cleanFileName(given: string): string {
  const name = composed(given)
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim();
  const extension = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  const base = [...name.slice(0, name.length - extension.length)].slice(0, maxLetters).join('').trim();
  return (/^\.*$/.test(base) ? 'Файл' : base) + extension;
}
