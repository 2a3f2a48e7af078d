import { dependentsOf, type OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';

/**
 * Until when a deletion can be undone, and is not sent; undefined where it may go. A clock that was set back meanwhile
 * holds it for no longer than twice its time.
 */
export function heldUntil({ notBefore, createdAt }: Pick<OutboxRow, 'notBefore' | 'createdAt'>, now: number) {
  const isHeld = notBefore !== undefined && notBefore > now && notBefore - now <= 2 * (notBefore - createdAt);
  return isHeld ? notBefore : undefined;
}

/**
 * What a deletion takes back before it ever left this device, by its id: the mutation that was to make the thing, and all
 * that cannot be sent without it. None of it is sent or shown any more; undone, all of it is there as it was.
 */
export function withdrawnIn(rows: readonly OutboxRow[]): ReadonlySet<string> {
  const withdrawn = new Set<string>();
  for (const deletion of rows) {
    const made = withdrawnBy(rows, deletion);
    for (const row of made) withdrawn.add(row.id);
  }
  return withdrawn;
}

/** When the next of what was taken back is to be dropped: that waits for no connection. */
export function nextOver(rows: readonly OutboxRow[], now: number): number | undefined {
  const times = rows.flatMap((row) => (row.withdraws === undefined ? [] : (heldUntil(row, now) ?? [])));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/**
 * Drops what was taken back and cannot be undone any more. The deletions count as sent then: there is nobody who would
 * have to hear of them, but screens and videos follow. Resolves with these.
 */
export async function dropWithdrawn(
  ownerId: string,
  store: Pick<Store, 'changeWrites'>,
  now: number,
): Promise<OutboxRow[]> {
  let put: OutboxRow[] = [];
  await store.changeWrites(ownerId, (rows) => {
    const over = rows.filter((row) => heldUntil(row, now) === undefined && withdrawnBy(rows, row).length > 0);
    const drop = over.flatMap((row) => withdrawnBy(rows, row)).filter((row) => !over.includes(row));
    put = over.map((row) => ({ ...row, state: 'sent', sentAt: now }));
    return { put, drop };
  });
  return put;
}

/** Nothing where the mutation that makes the thing is on its way after all: then the deletion follows it. */
function withdrawnBy(rows: readonly OutboxRow[], deletion: OutboxRow): OutboxRow[] {
  const { withdraws } = deletion;
  const made = withdraws === undefined ? undefined : rows.find(({ id, begun }) => id === withdraws && !begun);
  return made ? [made, ...dependentsOf(rows, made).filter((row) => row !== deletion)] : [];
}
