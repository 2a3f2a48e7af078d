import type { NewMutation, OutboxRow, VersionStep } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';
import { withId, withVersion } from './answer.ts';

type NewRow = Omit<OutboxRow, 'seq'>;

interface Surroundings {
  ownerId: string;
  deps: { clock: Clock; newId(): string };
  /** Own edits that were sent since: the version that each was made over, and the one that it made. */
  versions: ReadonlyMap<string, VersionStep>;
  /** Under which ids a provider keeps what was made here. */
  newIds: ReadonlyMap<string, string | number>;
}

/**
 * The row of a new mutation, as it is once those that were sent are known as the device has them then. What was true when its
 * form was opened may have moved on since: an own edit that it was based over has been sent and made a new version, a
 * provider has given another id.
 */
export function newOutboxRow(write: NewMutation, around: Surroundings): (sent?: readonly OutboxRow[]) => NewRow {
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
  for (const [from, to] of around.newIds) row = withId(row, from, to);
  return (sent = []) => {
    let made = row;
    for (const edit of basedOn) {
      const step = around.versions.get(edit) ?? sent.find(({ id }) => id === edit)?.step;
      if (step && made.request.body?.version === step.from) made = withVersion(made, step.to);
    }
    const { seq: _seq, ...kept } = made;
    return kept;
  };
}
