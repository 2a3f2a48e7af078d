import {
  isSameEntity,
  type NewMutation,
  type NewOutboxRow,
  type OutboxRow,
  type RenamedId,
} from '../store/outbox-row.ts';
import type { OutboxChange } from '../store/outbox-store.ts';
import { withNewIds } from './new-row.ts';

/** Fields of a mutation that change with an earlier one. */
type Changed = Pick<NewMutation, 'variables' | 'request' | 'brings' | 'title'>;

/**
 * Returns what a later mutation of the same thing becomes when an earlier one is changed to `now`, or is never sent
 * (`now` is undefined): a later one that was made over the earlier change would otherwise still bring it to the server.
 * Null where nothing is left of it, undefined where it stays as it is.
 */
export type Rebase = (
  later: OutboxRow,
  was: OutboxRow,
  now: Pick<OutboxRow, 'variables'> | undefined,
) => Changed | null | undefined;

/** Rebases the mutations after a changed one. A begun one stays as it is, since its key belongs to its body. */
export function rebased(
  rows: readonly OutboxRow[],
  was: OutboxRow,
  now: Pick<OutboxRow, 'variables'> | undefined,
  rebase: Rebase,
): Required<Pick<OutboxChange, 'put' | 'drop'>> {
  const put: OutboxRow[] = [];
  const drop: OutboxRow[] = [];
  for (const later of rows) {
    if (later.seq <= was.seq || later.begun || !isSameEntity(later, was)) continue;
    const changed = rebase(later, was, now);
    if (changed === null) drop.push(later);
    else if (changed) put.push({ ...later, ...changed });
  }
  return { put, drop };
}

/** Returns the last mutation of a thing joined with a new one; undefined where they stay two. */
export type Join = (last: OutboxRow) => Changed | undefined;

/**
 * Returns the change that queues a mutation: the last one of its thing absorbs it, where that is unsent and `join` knows
 * how; else it is added.
 * @param ids the ids that a provider has given: `join` may only know ours
 */
export function joinOrAdd(
  rows: readonly OutboxRow[],
  row: NewOutboxRow,
  join: Join,
  ids: readonly RenamedId[],
): OutboxChange {
  const last = rows.findLast((each) => isSameEntity(each, row));
  const isUnsent = last && !last.begun && (last.state === 'waiting' || last.state === 'failed');
  const joined = isUnsent ? join(last) : undefined;
  if (!last || !joined) return { add: [row] };
  const { id } = row;
  // The key is a new one: a sending that has read the old row finds it gone.
  const anew = { state: 'waiting', attempt: 0, nextAttemptAt: null, fault: null } as const;
  const now: OutboxRow = { ...last, ...joined, id, rekeyed: true, ...anew };
  return { put: [withNewIds(now, ids)] };
}
