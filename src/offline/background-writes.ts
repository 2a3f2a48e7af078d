import { createOutboxChannel } from './outbox-channel.ts';
import { drainOutbox, hurryWrites, type OutboxDrainDeps } from './outbox-drain.ts';
import type { Session } from './session.ts';

/**
 * Sends, with no window open, what the signed-in person wrote. Resolves true when no work is left that the worker could
 * do later. A window that opens meanwhile waits for its turn and finds less.
 */
export async function drainWrites(deps: Omit<OutboxDrainDeps, 'onAnswer'> & { session: Session }): Promise<boolean> {
  const owner = await deps.session.owner();
  if (owner === null) return true;
  const channel = createOutboxChannel();
  try {
    await hurryWrites(owner, deps.store);
    const isDone = await drainOutbox(owner, {
      ...deps,
      onAnswer(row, answer) {
        if (answer.kind === 'sent') channel.post({ type: 'sent', row, reply: answer.reply });
        else channel.post({ type: 'changed', ownerId: owner });
      },
    });
    return isDone || deps.signal.aborted;
  } finally {
    channel.close();
  }
}
