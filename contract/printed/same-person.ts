import type { DocumentPerson } from './document-input.ts';
import { tidy } from './russian-text.ts';

/** Whether two entries of a protocol are one person: by the account where both have one, else by the name. */
export function isSame(a: DocumentPerson, b: DocumentPerson): boolean {
  return a.id && b.id ? a.id === b.id : tidy(a.name) === tidy(b.name);
}
