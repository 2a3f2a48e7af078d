import type { DocumentMember } from './document-input.ts';
import { tidy } from './russian-text.ts';

/** Whether two entries of a protocol are one person: by the account, by the row among the members, else by the name. */
export function isSame(a: DocumentMember, b: DocumentMember): boolean {
  if (a.id && b.id) return a.id === b.id;
  return a.rowId && b.rowId ? a.rowId === b.rowId : tidy(a.name) === tidy(b.name);
}
