import type { Server } from '../provider/server.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { afterAnswer } from './after-answer.ts';
import { cancelledByDeletion } from './cancelled-by-deletion.ts';
import { nextMutation } from './order.ts';
import { type Claim, type MutationAnswer, type SendDeps, sendMutation } from './send.ts';

export interface OutboxDrainDeps extends SendDeps {
  store: Pick<Store, 'unsentMutations' | 'changeOutbox' | 'uploadsOf'>;
  clock: Clock;
  locks: Pick<LockManager, 'request'>;
  /** Called with each answer, once the row has been updated by it. */
  onAnswer(row: OutboxRow, answer: MutationAnswer): void;
  /** Aborted when somebody else signs in, or the worker's time is up: no further mutation is begun. */
  signal: AbortSignal;
  /** Called when the lock of all tabs is taken. */
  onLockTaken?(): void;
}

const unanswered: ReadonlySet<MutationAnswer['kind']> = new Set(['no-answer', 'busy', 'outcome-unknown']);

/** Two scopes at a time: one with large files must not delay the texts of another. */
const maxScopes = 2;

/**
 * Sends a person's mutations in their order, until none is left that could go now. Only one page or worker of a browser
 * does so at a time, under a lock. Resolves whether the rest, if any, waits for the person and not for the connection.
 * Throws where the device did not record an answer: that mutation has to be sent again.
 */
export function drainOutbox(ownerId: string, deps: OutboxDrainDeps): Promise<boolean> {
  return deps.locks.request(`outbox:${ownerId}`, () => drain(ownerId, deps));
}

/**
 * Lets the next drain send what waits for its retry: the connection is back, or a visit begins, whose clock may have been put
 * back meanwhile. Deletions that can be undone keep their time.
 */
export function clearRetryTimes(ownerId: string, store: Pick<Store, 'changeOutbox'>): Promise<void> {
  return store.changeOutbox(ownerId, (rows) => ({
    put: rows.filter((row) => row.nextAttemptAt !== null).map((row) => ({ ...row, nextAttemptAt: null })),
  }));
}

async function drain(ownerId: string, deps: OutboxDrainDeps): Promise<boolean> {
  const { store, clock, signal } = deps;
  deps.onLockTaken?.();
  /** The sendings under way, by the number of their row. */
  const running = new Map<number, Promise<void>>();
  const unrecorded = new Set<string>();
  let stopped = false;
  /** Asked once in each drain, and again after a lost answer: by then it may be another server. */
  let server: Promise<Server> | undefined;
  const askServer = () => {
    server ??= deps.askServer();
    return server;
  };
  try {
    for (;;) {
      const rows = await store.unsentMutations(ownerId);
      // By the number: one that took the place of a mutation on its way waits for its answer.
      const busy = rows.filter(({ seq, id }) => running.has(seq) || unrecorded.has(id)).map(({ id }) => id);
      const isOpen = !stopped && !signal.aborted && running.size < maxScopes;
      const row = isOpen ? nextMutation(rows, clock.now(), new Set(busy)) : undefined;
      if (row) {
        const sending = send(row, { ...deps, askServer }, () => unrecorded.add(row.id)).then((answer) => {
          running.delete(row.seq);
          if (unanswered.has(answer.kind)) server = undefined;
          // The rest waits for the connection, or for somebody to sign in.
          if (answer.kind === 'no-answer' || answer.kind === 'signed-out') stopped = true;
          if (answer.kind === 'cannot-record') unrecorded.add(row.id);
        });
        running.set(row.seq, sending);
      } else if (running.size === 0) {
        if (unrecorded.size > 0) throw new Error('the device did not record the answer to a mutation');
        return nextMutation(rows, Number.POSITIVE_INFINITY, new Set()) === undefined;
      } else await Promise.race(running.values());
    }
  } finally {
    await Promise.allSettled(running.values());
  }
}

async function send(row: OutboxRow, deps: OutboxDrainDeps, onUnrecorded: () => void): Promise<MutationAnswer> {
  const { store, clock } = deps;
  const claim = async (): Promise<Claim> => {
    let isQueued = false;
    try {
      await store.changeOutbox(row.ownerId, (rows) => {
        // With another id it is another mutation: the person has changed it meanwhile.
        const own = rows.filter(
          ({ seq, id }) => seq === row.seq && id === row.id && !cancelledByDeletion(rows).has(id),
        );
        isQueued = own.length > 0;
        return { put: own.map((each) => ({ ...each, begun: true })) };
      });
    } catch {
      return 'not-recorded';
    }
    return isQueued ? 'claimed' : 'cancelled';
  };
  const answer = await sendMutation(row, deps, claim);
  const uploads = await store.uploadsOf(row.ownerId).catch(() => []);
  const context = {
    now: clock.now(),
    random: clock.random(),
    awaited: uploads.map(({ protocolId }) => protocolId),
  };
  await store.changeOutbox(row.ownerId, (rows) => afterAnswer(rows, row, answer, context)).catch(onUnrecorded);
  deps.onAnswer(row, answer);
  return answer;
}
