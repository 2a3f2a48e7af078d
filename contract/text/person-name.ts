import { tidy } from './russian-text.ts';
import { shortenedName } from './short-name.ts';

/** Returns «Иванов С. П.», for lists and the text. A name of any other form stays as it was entered. */
export function surnameFirst(name: string | null | undefined): string {
  return shortenedName(tidy(name), 'surname');
}

/** Returns «Иванов С. П., Ким Д. А.». */
export function surnamesFirst(names: readonly string[]): string {
  return names.map(surnameFirst).filter(Boolean).join(', ');
}

/** Returns «С. П. Иванов», for signatures. */
export function initialsFirst(name: string | null | undefined): string {
  return shortenedName(tidy(name), 'initials');
}

const collator = new Intl.Collator('ru');

/** Compares names in Russian alphabetical order: «Ё» sorts beside «Е». */
export function compareNames(a: { name?: string | null }, b: { name?: string | null }): number {
  return collator.compare(tidy(a.name), tidy(b.name));
}
