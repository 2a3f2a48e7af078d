import { dependentsOf, type OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { undoableUntil } from './undo-period.ts';

/**
 * Returns the ids of the mutations that queued deletions cancel: the unsent creation of the deleted thing, and all that
 * cannot be sent without it. They are neither sent nor shown; when the deletion is undone, they are there as before.
 */
export function cancelledByDeletion(rows: readonly OutboxRow[]): ReadonlySet<string> {
  const cancelled = new Set<string>();
  for (const deletion of rows) {
    const made = cancelledBy(rows, deletion);
    for (const row of made) cancelled.add(row.id);
  }
  return cancelled;
}

/**
 * Drops the cancelled mutations whose deletion cannot be undone any more. Such a deletion counts as sent: the server has
 * nothing to delete, but screens and uploads follow it. Resolves with these deletions.
 */
export async function dropCancelled(
  ownerId: string,
  store: Pick<Store, 'changeOutbox'>,
  now: number,
): Promise<OutboxRow[]> {
  let put: OutboxRow[] = [];
  await store.changeOutbox(ownerId, (rows) => {
    const over = rows.filter((row) => undoableUntil(row, now) === undefined && cancelledBy(rows, row).length > 0);
    const drop = over.flatMap((row) => cancelledBy(rows, row)).filter((row) => !over.includes(row));
    put = over.map((row) => ({ ...row, state: 'sent', sentAt: now }));
    return { put, drop };
  });
  return put;
}

/** Returns none where the creation is on its way after all: then the deletion is sent after it. */
function cancelledBy(rows: readonly OutboxRow[], deletion: OutboxRow): OutboxRow[] {
  const { withdraws } = deletion;
  const made = withdraws === undefined ? undefined : rows.find(({ id, begun }) => id === withdraws && !begun);
  return made ? [made, ...dependentsOf(rows, made).filter((row) => row !== deletion)] : [];
}
