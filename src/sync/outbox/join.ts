import type { NewOutboxRow, OutboxRow } from '../store/outbox-row.ts';
import type { OutboxChange } from '../store/outbox-store.ts';
import type { Changed } from './rebase.ts';

/** Returns the last mutation of a thing joined with a new one; undefined where they stay two. */
export type Join = (last: OutboxRow) => Changed | undefined;

/**
 * Returns the change that queues a mutation: the last one of its thing absorbs it, where that is unsent and `join` knows
 * how; else it is added.
 */
export function joinOrAdd(rows: readonly OutboxRow[], row: NewOutboxRow, join: Join): OutboxChange {
  const last = rows.findLast(({ subject }) => subject === row.subject);
  const isUnsent = last && !last.begun && (last.state === 'waiting' || last.state === 'failed');
  const joined = isUnsent ? join(last) : undefined;
  if (!last || !joined) return { add: [row] };
  // The key is a new one: a sending that has read the old row finds it gone.
  return { put: [{ ...last, ...joined, id: row.id, state: 'waiting', attempt: 0, nextAttemptAt: null, fault: null }] };
}
