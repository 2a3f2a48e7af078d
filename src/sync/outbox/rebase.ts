import type { NewMutation, OutboxRow } from '../store/outbox-row.ts';
import type { OutboxChange } from '../store/outbox-store.ts';

/** What of a mutation changes with another one before it. */
export type Changed = Pick<NewMutation, 'variables' | 'request' | 'brings' | 'title'>;

/**
 * What a later mutation of the same thing becomes when an earlier one is `now` made from other variables, or (undefined) is
 * never sent: made over what that one had changed, it would bring it to the server all the same. Null where nothing is
 * left of it, undefined where it stays as it is.
 */
export type Rebase = (
  later: OutboxRow,
  was: OutboxRow,
  now: Pick<OutboxRow, 'variables'> | undefined,
) => Changed | null | undefined;

/** Rebases all that comes after a mutation. What has begun stays: its key belongs to its body. */
export function rebased(
  rows: readonly OutboxRow[],
  was: OutboxRow,
  now: Pick<OutboxRow, 'variables'> | undefined,
  rebase: Rebase,
): Required<Pick<OutboxChange, 'put' | 'drop'>> {
  const put: OutboxRow[] = [];
  const drop: OutboxRow[] = [];
  for (const later of rows) {
    if (later.seq <= was.seq || later.subject !== was.subject || later.begun) continue;
    const changed = rebase(later, was, now);
    if (changed === null) drop.push(later);
    else if (changed) put.push({ ...later, ...changed });
  }
  return { put, drop };
}
