import { names, needsPerson, type OutboxRow } from './outbox-row.ts';

/**
 * The next write to send. A scope keeps its order: what waits holds up all that comes after it. What waits for a person
 * holds up only later writes to the same thing, and those that name what it was to make. `busy` are on their way.
 */
export function nextWrite(rows: readonly OutboxRow[], now: number, busy: ReadonlySet<string>): OutboxRow | undefined {
  const scopes = new Set<string>();
  const subjects = new Set<string>();
  const missing = new Set<string>();
  for (const row of rows) {
    if (row.state === 'sent') continue;
    const held = scopes.has(row.scope) || subjects.has(row.subject) || [...missing].some((id) => names(row, id));
    const later = busy.has(row.id) || (row.nextAttemptAt !== null && row.nextAttemptAt > now);
    if (!held && !later && row.state === 'waiting') return row;
    if (needsPerson(row) || held) subjects.add(row.subject);
    else scopes.add(row.scope);
    if (row.creates !== undefined) missing.add(row.creates);
  }
  return undefined;
}

/** When the next of those that only wait for their time is due; undefined where none does. */
export function nextDue(rows: readonly OutboxRow[], now: number): number | undefined {
  const times = rows.flatMap(({ state, nextAttemptAt }) =>
    state === 'waiting' && nextAttemptAt !== null && nextAttemptAt > now ? [nextAttemptAt] : [],
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}
