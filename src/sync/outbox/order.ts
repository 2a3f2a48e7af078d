import { isSameEntity, isThere, namesDeletedThing, namesId, needsPerson, type OutboxRow } from '../store/outbox-row.ts';
import { cancelledByDeletion } from './cancelled-by-deletion.ts';
import { undoableUntil } from './undo-period.ts';

/**
 * Returns the next mutation to send. A scope keeps its order: a mutation that waits blocks all that come after it, also those
 * of the whole that its entity is a part of, and of the parts of its whole. One that waits for a person blocks only those that
 * cannot go without it. So does a deletion that can still be undone: it may never be sent, and the other mutations of its
 * thing can go before it as well as after.
 * @param busy ids of the mutations that are on their way
 */
export function nextMutation(
  rows: readonly OutboxRow[],
  now: number,
  busy: ReadonlySet<string>,
): OutboxRow | undefined {
  const earlier: OutboxRow[] = [];
  const scopes = new Set<string>();
  /** Scopes of which a part is changed. */
  const wholes = new Set<string>();
  const cancelled = cancelledByDeletion(rows);
  for (const row of rows) {
    if (row.state === 'sent') continue;
    const isOutOfTurn = scopes.has(row.scope) || scopes.has(row.partOf ?? '') || wholes.has(row.scope);
    const isBlocked = isOutOfTurn || earlier.some((other) => mustFollow(row, other));
    const isUndoable = cancelled.has(row.id) || undoableUntil(row, now) !== undefined;
    const isLater = busy.has(row.id) || isUndoable || (row.nextAttemptAt !== null && row.nextAttemptAt > now);
    if (!isBlocked && !isLater && row.state === 'waiting') return row;
    if (!needsPerson(row) && !isUndoable && !isBlocked) {
      scopes.add(row.scope);
      if (row.partOf !== undefined) wholes.add(row.partOf);
    }
    earlier.push(row);
  }
  return undefined;
}

/** Returns the mutations that cannot be sent before a person decides about another one; that other one by their id. */
export function blockedMutations(rows: readonly OutboxRow[]): ReadonlyMap<string, OutboxRow> {
  const blocked = new Map<string, OutboxRow>();
  const earlier: OutboxRow[] = [];
  for (const row of rows) {
    if (row.state === 'sent') continue;
    for (const other of earlier) {
      const blocker = mustFollow(row, other)
        ? (blocked.get(other.id) ?? (needsPerson(other) ? other : undefined))
        : undefined;
      if (blocker) blocked.set(row.id, blocker);
      if (blocker) break;
    }
    earlier.push(row);
  }
  return blocked;
}

/**
 * Whether a mutation cannot go before an earlier one, whatever that waits for: both change the same thing, it names what the
 * other creates, one changes a part of what the other changes, or it deletes what the other names. A deletion waits for no
 * edit of what it deletes.
 */
function mustFollow(row: OutboxRow, earlier: OutboxRow): boolean {
  if (isThere(earlier)) return false;
  const isDeletion = row.request.method === 'DELETE';
  if (isSameEntity(row, earlier) && !(isDeletion && earlier.creates === undefined)) return true;
  const made = [...(earlier.creates === undefined ? [] : [earlier.creates]), ...(earlier.brings ?? [])];
  if (made.some((id) => namesId(row, id) || row.partOf?.endsWith(`:${id}`))) return true;
  if (!isDeletion && earlier.request.method !== 'DELETE' && isPartOf(row, earlier)) return true;
  // Within its own scope the other mutations of the thing are dropped with it.
  return isDeletion && earlier.scope !== row.scope && namesDeletedThing(earlier, row);
}

/** Whether one of the two changes a part of what the other changes. */
export function isPartOf(one: Placed, other: Placed): boolean {
  return one.partOf === other.scope || other.partOf === one.scope;
}

type Placed = Pick<OutboxRow, 'scope' | 'partOf'>;

/**
 * Returns when the next mutation is due that only waits for its time; undefined where none does. The time of one that could
 * go now counts too: it came due after the queue was last read.
 */
export function nextDue(rows: readonly OutboxRow[], now: number): number | undefined {
  const ready = nextMutation(rows, now, new Set());
  const due = ready && dueAt(ready);
  if (due !== undefined) return due;
  const times = rows.flatMap((row) => (row.state === 'waiting' ? (dueAt(row) ?? []) : [])).filter((at) => at > now);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function dueAt({ nextAttemptAt, notBefore }: OutboxRow): number | undefined {
  if (nextAttemptAt === null) return notBefore;
  return Math.max(nextAttemptAt, notBefore ?? 0);
}
