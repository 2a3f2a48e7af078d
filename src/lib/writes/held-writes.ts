import { names, needsPerson, type OutboxRow } from '#src/offline/outbox-row.ts';

/** Which writes cannot go before a person decided about another one: by their id, that other one. */
export function heldWrites(rows: readonly OutboxRow[]): ReadonlyMap<string, OutboxRow> {
  const held = new Map<string, OutboxRow>();
  const subjects = new Map<string, OutboxRow>();
  const missing = new Map<string, OutboxRow>();
  for (const row of rows) {
    if (row.state === 'sent') continue;
    const holder =
      subjects.get(row.subject) ??
      [...missing].find(([id]) => names(row, id))?.[1] ??
      (needsPerson(row) ? row : undefined);
    if (!holder) continue;
    if (holder !== row) held.set(row.id, holder);
    subjects.set(row.subject, holder);
    if (row.creates !== undefined) missing.set(row.creates, holder);
  }
  return held;
}
