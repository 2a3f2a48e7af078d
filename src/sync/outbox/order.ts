import { names, namesDeleted, needsPerson, type OutboxRow } from '../store/outbox-row.ts';
import { heldUntil, withdrawnIn } from './hold.ts';

/**
 * The next mutation to send. A scope keeps its order: what waits holds up all that comes after it. What waits for a person
 * holds up only what cannot go without it; so does a deletion that can still be undone: it may come to nothing, and
 * what is left of its thing can go before it as well as after. `busy` are on their way.
 */
export function nextWrite(rows: readonly OutboxRow[], now: number, busy: ReadonlySet<string>): OutboxRow | undefined {
  const earlier: OutboxRow[] = [];
  const scopes = new Set<string>();
  const withdrawn = withdrawnIn(rows);
  for (const row of rows) {
    if (row.state === 'sent') continue;
    const held = scopes.has(row.scope) || earlier.some((other) => needs(row, other));
    const undoable = withdrawn.has(row.id) || heldUntil(row, now) !== undefined;
    const later = busy.has(row.id) || undoable || (row.nextAttemptAt !== null && row.nextAttemptAt > now);
    if (!held && !later && row.state === 'waiting') return row;
    if (!needsPerson(row) && !undoable && !held) scopes.add(row.scope);
    earlier.push(row);
  }
  return undefined;
}

/** Which mutations cannot go before a person decided about another one: by their id, that other one. */
export function heldMutations(rows: readonly OutboxRow[]): ReadonlyMap<string, OutboxRow> {
  const held = new Map<string, OutboxRow>();
  const earlier: OutboxRow[] = [];
  for (const row of rows) {
    if (row.state === 'sent') continue;
    for (const other of earlier) {
      const holder = needs(row, other) ? (held.get(other.id) ?? (needsPerson(other) ? other : undefined)) : undefined;
      if (holder) held.set(row.id, holder);
      if (holder) break;
    }
    earlier.push(row);
  }
  return held;
}

/**
 * Whether a mutation cannot go before an earlier one, whatever that waits for: both write the same thing, it names what the
 * other makes, or it deletes what the other names. A deletion waits for no edit of what it deletes.
 */
function needs(row: OutboxRow, earlier: OutboxRow): boolean {
  const isDeletion = row.request.method === 'DELETE';
  if (row.subject === earlier.subject && !(isDeletion && earlier.creates === undefined)) return true;
  const made = [...(earlier.creates === undefined ? [] : [earlier.creates]), ...(earlier.brings ?? [])];
  if (made.some((id) => names(row, id))) return true;
  // Within its own scope what is left of the thing goes with it.
  return isDeletion && earlier.scope !== row.scope && namesDeleted(earlier, row);
}

/**
 * When the next of those that only wait for their time is due; undefined where none does. The time of one that could go
 * now counts too: it came after the last look at the queue.
 */
export function nextDue(rows: readonly OutboxRow[], now: number): number | undefined {
  const ready = nextWrite(rows, now, new Set());
  const due = ready && dueAt(ready);
  if (due !== undefined) return due;
  const times = rows.flatMap((row) => (row.state === 'waiting' ? (dueAt(row) ?? []) : [])).filter((at) => at > now);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function dueAt({ nextAttemptAt, notBefore }: OutboxRow): number | undefined {
  if (nextAttemptAt === null) return notBefore;
  return Math.max(nextAttemptAt, notBefore ?? 0);
}
