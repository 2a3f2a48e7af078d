import { createOutboxChannel } from './outbox-channel.ts';
import { drainOutbox, hurryWrites, type OutboxDrainDeps } from './outbox-drain.ts';
import type { Session } from './session.ts';
import type { WorkTime } from './work-time.ts';

export interface DrainWritesDeps extends Omit<OutboxDrainDeps, 'onAnswer'> {
  session: Session;
  time: WorkTime;
}

/**
 * Sends, with no window open, what the signed-in person wrote. Resolves true when no work is left that the worker could
 * do later. A window that opens meanwhile waits for its turn and finds less.
 */
export async function drainWrites(deps: DrainWritesDeps): Promise<boolean> {
  const owner = await deps.session.owner();
  if (owner === null) return true;
  const { signal, time } = deps;
  const channel = createOutboxChannel();
  try {
    await hurryWrites(owner, deps.store);
    const drained = drainOutbox(owner, {
      ...deps,
      fetch: fetchUntil(time.over, deps.fetch),
      signal: AbortSignal.any([signal, time.nothingNew]),
      onAnswer(row, answer) {
        if (answer.kind === 'sent') channel.post({ type: 'sent', row, reply: answer.reply });
        else channel.post({ type: 'changed', ownerId: owner });
      },
    });
    // A window that was frozen may hold the queue for longer than the worker lives.
    return (await Promise.race([drained, whenOver(time)])) || signal.aborted;
  } finally {
    channel.close();
  }
}

function whenOver({ over }: WorkTime): Promise<false> {
  return new Promise((resolve) => {
    over.addEventListener('abort', () => resolve(false));
    if (over.aborted) resolve(false);
  });
}

/** What is under way then is broken off, and goes again with the next drain. */
function fetchUntil(over: AbortSignal, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([over, init.signal]) : over });
}
