import type { DocumentMember } from './document-input.ts';
import { tidy } from './russian-text.ts';

/** Whether two entries of a protocol are one person: by the account, by the row among the members, else by the name. */
export function isSame(a: DocumentMember, b: DocumentMember): boolean {
  if (a.id && b.id) return a.id === b.id;
  return a.rowId && b.rowId ? a.rowId === b.rowId : tidy(a.name) === tidy(b.name);
}

/** The first entry of each person: there may be thousands, so that each is compared with its namesakes alone. */
export function oncePerPerson<Entry extends DocumentMember>(entries: readonly Entry[]): Entry[] {
  const ids = new Set<string>();
  const namesakes = new Map<string, Entry[]>();
  return entries.filter((entry) => {
    const name = tidy(entry.name);
    const known = namesakes.get(name) ?? [];
    if ((entry.id && ids.has(entry.id)) || known.some((each) => isSame(each, entry))) return false;
    if (entry.id) ids.add(entry.id);
    known.push(entry);
    namesakes.set(name, known);
    return true;
  });
}
