import type { NewMutation, OutboxRow } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';
import { withId, withVersion } from './answer.ts';

interface Surroundings {
  ownerId: string;
  deps: { clock: Clock; newId(): string };
  /** Own edits that were sent since: the version that each was made over, and the one that it made. */
  versions: ReadonlyMap<string, { from: number; to: number }>;
  /** Under which ids a provider keeps what was made here. */
  newIds: ReadonlyMap<string, string | number>;
}

/**
 * The row of a new mutation. What was true when its form was opened may have moved on since: an own edit that it was based
 * over has been sent and made a new version, a provider has given another id.
 */
export function newOutboxRow(write: NewMutation, around: Surroundings): Omit<OutboxRow, 'seq'> {
  const { basedOn = [], ...rest } = write;
  const { clock, newId } = around.deps;
  let row: OutboxRow = {
    ...rest,
    seq: 0,
    id: newId(),
    ownerId: around.ownerId,
    state: 'waiting',
    begun: false,
    attempt: 0,
    nextAttemptAt: null,
    fault: null,
    createdAt: clock.now(),
  };
  for (const edit of basedOn) {
    const step = around.versions.get(edit);
    if (step && row.request.body?.version === step.from) row = withVersion(row, step.to);
  }
  for (const [from, to] of around.newIds) row = withId(row, from, to);
  const { seq: _seq, ...kept } = row;
  return kept;
}
