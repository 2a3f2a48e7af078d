import type { OutboxRow } from '../store/outbox-row.ts';

/**
 * Returns until when a deletion can be undone and is therefore not sent; undefined where it may be sent. A clock that was set
 * back meanwhile delays it by no more than twice its time.
 */
export function undoableUntil({ notBefore, createdAt }: Pick<OutboxRow, 'notBefore' | 'createdAt'>, now: number) {
  const isUndoable = notBefore !== undefined && notBefore > now && notBefore - now <= 2 * (notBefore - createdAt);
  return isUndoable ? notBefore : undefined;
}

/** Returns when the next cancelled mutations are to be dropped, which needs no connection. */
export function nextUndoEnd(rows: readonly OutboxRow[], now: number): number | undefined {
  const times = rows.flatMap((row) => (row.withdraws === undefined ? [] : (undoableUntil(row, now) ?? [])));
  return times.length > 0 ? Math.min(...times) : undefined;
}
