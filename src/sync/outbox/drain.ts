import type { Server } from '../provider/server.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { afterAnswer } from './answer.ts';
import { withdrawnIn } from './hold.ts';
import { nextWrite } from './order.ts';
import { type Leave, type MutationAnswer, type SendDeps, sendMutation } from './send.ts';

export interface OutboxDrainDeps extends SendDeps {
  store: Pick<Store, 'writesOf' | 'changeWrites' | 'uploadsOf'>;
  clock: Clock;
  locks: Pick<LockManager, 'request'>;
  /** Hears of each answer once it is kept. */
  onAnswer(row: OutboxRow, answer: MutationAnswer): void;
  /** Aborted when somebody else signs in, or the worker's time is up: no further mutation is begun. */
  signal: AbortSignal;
  /** Called when its turn has come. */
  onTurn?(): void;
}

const unanswered: ReadonlySet<MutationAnswer['kind']> = new Set(['no-answer', 'busy', 'unsure']);

/** Two scopes at a time: one with large files must not hold up the words of another. */
const most = 2;

/**
 * Sends a person's writes in their order, until none is left that could go now. Only one page or worker of a browser
 * does so at a time; the others wait for their turn and find less. Resolves whether the rest, if any, waits for the
 * person and not for the connection. Throws where the device did not keep what came of one: it has to be sent again.
 */
export function drainOutbox(ownerId: string, deps: OutboxDrainDeps): Promise<boolean> {
  return deps.locks.request(`outbox:${ownerId}`, () => drain(ownerId, deps));
}

/**
 * What waits for its time goes with the next drain: the connection is back, or another visit begins, by a clock that may
 * have been put back since. What can be undone keeps its time.
 */
export function hurryWrites(ownerId: string, store: Pick<Store, 'changeWrites'>): Promise<void> {
  return store.changeWrites(ownerId, (rows) => ({
    put: rows.filter((row) => row.nextAttemptAt !== null).map((row) => ({ ...row, nextAttemptAt: null })),
  }));
}

async function drain(ownerId: string, deps: OutboxDrainDeps): Promise<boolean> {
  const { store, clock, signal } = deps;
  deps.onTurn?.();
  const running = new Map<string, Promise<void>>();
  const unkept = new Set<string>();
  let stopped = false;
  /** Asked once a drain, and again after an answer that did not come: another server may be there by then. */
  let server: Promise<Server> | undefined;
  const askServer = () => {
    server ??= deps.askServer();
    return server;
  };
  try {
    for (;;) {
      const rows = await store.writesOf(ownerId);
      const isOpen = !stopped && !signal.aborted && running.size < most;
      const row = isOpen ? nextWrite(rows, clock.now(), new Set([...running.keys(), ...unkept])) : undefined;
      if (row) {
        const sending = send(row, { ...deps, askServer }, () => unkept.add(row.id)).then((answer) => {
          running.delete(row.id);
          if (unanswered.has(answer.kind)) server = undefined;
          // Nobody there to take any: the rest waits for the connection, or for the person.
          if (answer.kind === 'no-answer' || answer.kind === 'signed-out') stopped = true;
          if (answer.kind === 'unmarked') unkept.add(row.id);
        });
        running.set(row.id, sending);
      } else if (running.size === 0) {
        if (unkept.size > 0) throw new Error('the device did not keep what came of a write');
        return nextWrite(rows, Number.POSITIVE_INFINITY, new Set()) === undefined;
      } else await Promise.race(running.values());
    }
  } finally {
    await Promise.allSettled(running.values());
  }
}

async function send(row: OutboxRow, deps: OutboxDrainDeps, onUnkept: () => void): Promise<MutationAnswer> {
  const { store, clock } = deps;
  const begin = async (): Promise<Leave> => {
    let isKept = false;
    try {
      await store.changeWrites(row.ownerId, (rows) => {
        // Under another id it is another mutation: the person made something else of it meanwhile.
        const own = rows.filter(({ seq, id }) => seq === row.seq && id === row.id && !withdrawnIn(rows).has(id));
        isKept = own.length > 0;
        return { put: own.map((kept) => ({ ...kept, begun: true })) };
      });
    } catch {
      return 'not-noted';
    }
    return isKept ? 'noted' : 'unwanted';
  };
  const answer = await sendMutation(row, deps, begin);
  const uploads = await store.uploadsOf(row.ownerId).catch(() => []);
  const context = {
    now: clock.now(),
    random: clock.random(),
    awaited: uploads.map(({ protocolId }) => protocolId),
  };
  await store.changeWrites(row.ownerId, (rows) => afterAnswer(rows, row, answer, context)).catch(onUnkept);
  deps.onAnswer(row, answer);
  return answer;
}
