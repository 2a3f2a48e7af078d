import { tidy } from '#contract/text/russian-text.ts';
import type { DocumentMember } from './document-input.ts';

/** Whether two entries of a protocol are the same person: by account, by row among the members, else by name. */
export function isSame(a: DocumentMember, b: DocumentMember): boolean {
  if (a.id && b.id) return a.id === b.id;
  return a.rowId && b.rowId ? a.rowId === b.rowId : tidy(a.name) === tidy(b.name);
}

/** Returns the first entry of each person. There may be thousands, so an entry is compared only with its namesakes. */
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
