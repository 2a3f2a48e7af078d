import type { OutboxRow } from '../store/outbox-row.ts';
import type { OutboxChange } from '../store/outbox-store.ts';
import type { Changed } from './rebase.ts';

/** What two mutations of one thing are together; undefined where they stay two. */
export type Join = (last: OutboxRow) => Changed | undefined;

/**
 * What becomes of the mutations when this one is kept: the last of its thing takes it up where that has not left and `join`
 * knows how, else it is one more.
 */
export function joinOrAdd(rows: readonly OutboxRow[], row: Omit<OutboxRow, 'seq'>, join: Join): OutboxChange {
  const last = rows.findLast(({ subject }) => subject === row.subject);
  const isHere = last && !last.begun && (last.state === 'waiting' || last.state === 'failed');
  const joined = isHere ? join(last) : undefined;
  if (!last || !joined) return { add: [row] };
  // Under another key than before: a sending that has read the old one finds it gone.
  return { put: [{ ...last, ...joined, id: row.id, state: 'waiting', attempt: 0, nextAttemptAt: null, fault: null }] };
}
