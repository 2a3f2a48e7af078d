import { endingWith } from '../http/client.ts';
import type { Session } from '../session/session.ts';
import { wait } from '../time/clock.ts';
import type { WorkTime } from '../time/work-time.ts';
import { createOutboxChannel } from './channel.ts';
import { drainOutbox, hurryWrites, type OutboxDrainDeps } from './drain.ts';
import { dropWithdrawn, heldUntil } from './hold.ts';
import type { MutationAnswer } from './send.ts';

export interface DrainMutationsDeps extends Omit<OutboxDrainDeps, 'onAnswer'> {
  session: Session;
  time: WorkTime;
}

/**
 * Sends, with no window open, what the signed-in person wrote. Resolves true when no work is left that the worker could
 * do later. A window that opens meanwhile waits for its turn and finds less.
 */
export async function drainMutations(deps: DrainMutationsDeps): Promise<boolean> {
  const owner = await deps.session.owner();
  if (owner === null) return true;
  const { signal, time } = deps;
  const channel = createOutboxChannel();
  const parts: OutboxDrainDeps = {
    ...deps,
    // What is under way then is broken off, and goes again with the next drain.
    http: endingWith(time.over, deps.http),
    signal: AbortSignal.any([signal, time.nothingNew]),
    onAnswer(row, answer) {
      if (answer.kind === 'sent') channel.post({ type: 'sent', row, reply: answer.reply });
      else channel.post({ type: 'changed', ownerId: owner });
    },
  };
  try {
    // What a broken file keeps from being written goes when its time has come.
    await hurryWrites(owner, deps.store).catch(() => undefined);
    // A window that was frozen may hold the queue for longer than the worker lives.
    return (await Promise.race([drainAll(owner, parts), whenOver(time)])) || signal.aborted;
  } finally {
    channel.close();
  }
}

/** Sends what can go, and then what could still be undone: nobody is there to do so, but its time is kept. */
async function drainAll(owner: string, deps: OutboxDrainDeps): Promise<boolean> {
  /** With shortened waits the clock itself is not there yet. */
  let reached = 0;
  const clock = { ...deps.clock, now: () => Math.max(deps.clock.now(), reached) };
  for (;;) {
    for (const row of await dropWithdrawn(owner, deps.store, clock.now())) deps.onAnswer(row, gone);
    const isDone = await drainOutbox(owner, { ...deps, clock });
    const rows = await deps.store.writesOf(owner);
    const times = rows.flatMap((row) => heldUntil(row, clock.now()) ?? []);
    if (times.length === 0 || deps.signal.aborted) return isDone;
    const next = Math.min(...times);
    await wait(deps.clock, next - clock.now(), deps.signal);
    if (deps.signal.aborted) return false;
    reached = next;
  }
}

/** A thing that never left the device needs no answer to be gone. */
const gone: MutationAnswer = { kind: 'sent', reply: undefined, keepsIds: true };

function whenOver({ over }: WorkTime): Promise<false> {
  return new Promise((resolve) => {
    over.addEventListener('abort', () => resolve(false));
    if (over.aborted) resolve(false);
  });
}
