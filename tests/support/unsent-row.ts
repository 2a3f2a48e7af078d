import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/call.ts';
import type { Mutation } from '#src/sync/collections/mutation.ts';
import type { OutboxRow } from '#src/sync/store/outbox-row.ts';

let seq = 0;

/** A write as the outbox keeps it before it is sent. */
export function unsentRow<V, C extends Call>(
  kind: Mutation<V, C>,
  variables: V,
  state: OutboxRow['state'] = 'waiting',
): OutboxRow {
  const { scope, subject, creates, title } = kind.prepare(variables);
  seq += 1;
  return {
    ...{ seq, id: randomUUID(), ownerId: '7', kind: kind.name, scope, subject, creates, title, variables, state },
    request: { method: 'POST', path: '/' },
    ...{ begun: false, attempt: 0, nextAttemptAt: null, fault: null, createdAt: seq },
  };
}
