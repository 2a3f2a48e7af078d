import { endingWith } from '../http/client.ts';
import type { Session } from '../session/session.ts';
import { wait } from '../time/clock.ts';
import type { WorkTime } from '../time/work-time.ts';
import { dropCancelled } from './cancelled-by-deletion.ts';
import { createOutboxChannel } from './channel.ts';
import { clearRetryTimes, drainOutbox, type OutboxDrainDeps } from './drain.ts';
import type { MutationAnswer } from './send.ts';
import { undoableUntil } from './undo-period.ts';

export interface DrainMutationsDeps extends Omit<OutboxDrainDeps, 'onAnswer'> {
  session: Session;
  time: WorkTime;
}

/**
 * Sends, with no window open, the mutations of the signed-in person. Resolves true when no work is left that the worker could
 * do later. A window that opens meanwhile waits for the lock and finds less to send.
 */
export async function drainMutations(deps: DrainMutationsDeps): Promise<boolean> {
  const owner = await deps.session.owner();
  if (owner === null) return true;
  const { signal, time } = deps;
  const channel = createOutboxChannel();
  const parts: OutboxDrainDeps = {
    ...deps,
    // When the time is over, a request under way is broken off, and goes again with the next drain.
    http: endingWith(time.over, deps.http),
    signal: AbortSignal.any([signal, time.nothingNew]),
    onAnswer(row, answer) {
      if (answer.kind === 'sent') channel.post({ type: 'sent', row, reply: answer.reply });
      else channel.post({ type: 'changed', ownerId: owner });
    },
  };
  try {
    await clearRetryTimes(owner, deps.store).catch(() => undefined);
    // A window that was frozen may hold the queue for longer than the worker lives.
    return (await Promise.race([drainAll(owner, parts), whenOver(time)])) || signal.aborted;
  } finally {
    channel.close();
  }
}

/** Sends what can be sent, and then each undoable deletion at the end of its undo period. */
async function drainAll(owner: string, deps: OutboxDrainDeps): Promise<boolean> {
  /** Time that the last wait was for: tests shorten waits, so the clock itself may not have reached it. */
  let reached = 0;
  const clock = { ...deps.clock, now: () => Math.max(deps.clock.now(), reached) };
  for (;;) {
    for (const row of await dropCancelled(owner, deps.store, clock.now())) deps.onAnswer(row, deletedUnsent);
    const isDone = await drainOutbox(owner, { ...deps, clock });
    const rows = await deps.store.unsentMutations(owner);
    const times = rows.flatMap((row) => undoableUntil(row, clock.now()) ?? []);
    if (times.length === 0 || deps.signal.aborted) return isDone;
    const next = Math.min(...times);
    await wait(deps.clock, next - clock.now(), deps.signal);
    if (deps.signal.aborted) return false;
    reached = next;
  }
}

/** Stands for the answer to the deletion of a thing that never left the device. */
const deletedUnsent: MutationAnswer = { kind: 'sent', reply: undefined, keepsIds: true };

function whenOver({ over }: WorkTime): Promise<false> {
  return new Promise((resolve) => {
    over.addEventListener('abort', () => resolve(false));
    if (over.aborted) resolve(false);
  });
}
