import type { Connectivity } from '../connectivity/connectivity.ts';
import type { Session } from '../session/session.ts';
import { notKept } from '../store/not-kept-error.ts';
import type { NewMutation, NewOutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { isStorageForbidden } from '../store/store-connection.ts';
import { oneAtATime } from '../time/one-at-a-time.ts';
import { dropCancelled } from './cancelled-by-deletion.ts';
import type { OutboxChannel, OutboxMessage } from './channel.ts';
import { clearRetryTimes, drainOutbox, type OutboxDrainDeps } from './drain.ts';
import { createWaitingForms, type MutationOutcome, type OpenForm } from './forms.ts';
import { createOutboxList } from './list.ts';
import { asOfNow, newOutboxRow, type RowContext } from './new-row.ts';
import { blockedMutations, isPartOf } from './order.ts';
import { createAnswers } from './outbox-answers.ts';
import { type Join, joinOrAdd, type Rebase } from './rebase.ts';
import { createRowChoices } from './row-choices.ts';
import { createRowTimers } from './row-timers.ts';
import { type MutationAnswer, reportAnswer, sendMutation } from './send.ts';
import { createSendTurns } from './send-turns.ts';
import { createSentMutations } from './sent-mutations.ts';
import { createUndo } from './undo.ts';

export interface OutboxDeps extends Omit<OutboxDrainDeps, 'store' | 'session' | 'onAnswer' | 'signal'> {
  store: Store;
  session: Session;
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe' | 'reportSuccess' | 'reportFailure' | 'reportBusy'>;
  channel: OutboxChannel;
  newId(): string;
  /** How long a deletion can be undone, in milliseconds. */
  undoMs: number;
  /** How long a form waits for the server's answer before it counts its mutation as queued, in milliseconds. */
  formWaitMs: number;
  /** Called after a mutation was queued: asks for the worker's help and for storage that the browser does not clear. */
  onQueued(): void;
  rebase: Rebase;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The page's side of the outbox: how screens write, and what they show of it. A mutation is on the disk before it is
 * sent, and is removed only when the server has it or the person discards it.
 */
export function createOutbox(deps: OutboxDeps) {
  const { store, session, connectivity, channel } = deps;
  const list = createOutboxList();
  const { newIds } = list;
  const forms = createWaitingForms(deps);
  const ended = new AbortController();
  let visit = new AbortController();
  let owner: string | null = null;
  const reload = oneAtATime(readRows);
  let isFirstReadOver = false;
  const timers = createRowTimers(deps.clock, drain, () => void retryAllNow());
  const { clock } = timers;

  const { versions, showUntilRead, showMissed, onSent } = createSentMutations({
    ...deps,
    clock,
    list,
    forms,
    owner: () => owner,
    reload,
  });
  const choices = createRowChoices({ ...deps, owner: () => owner, queued: list.queued, announceChange, drain });
  const { onAnswer, returnToForm } = createAnswers({
    connectivity,
    channel,
    forms,
    queued: list.queued,
    drop: choices.drop,
    showUntilRead,
    announceChange,
    reload,
  });
  const turns = createSendTurns({
    clock,
    send: async (signal, onLockTaken) =>
      owner === null ? onLockTaken() : drainOutbox(owner, { ...deps, clock, signal, onAnswer, onLockTaken }),
    onOver: reload,
    retry: drain,
  });
  const undo = createUndo({
    ...deps,
    now: deps.clock.now,
    owner: () => owner,
    rowOf,
    cancel: choices.cancel,
    announceChange,
    afterEnqueue,
    drain,
  });

  /** Reads the person's rows and the new ids, sets the timers by them and shows them. */
  async function readRows(): Promise<void> {
    if (owner === null) return;
    const ownerId = owner;
    const [found, ids] = await Promise.all([
      store.outboxRows(ownerId).catch((error) => (isStorageForbidden(error) ? { unsent: [], sent: [] } : undefined)),
      store.renamedIds(ownerId).catch(() => []),
    ]);
    // A page that was stopped meanwhile must not begin to send again, by a timer or at once.
    if (owner !== ownerId || ended.signal.aborted) return;
    for (const { from, to } of ids) newIds.set(from, to);
    if (!found) {
      // The rows of the last read stay shown: an empty list would say that all is sent.
      timers.setForBrokenDevice(() => void reload().then(drain));
      return;
    }
    list.set(found.unsent, found.sent);
    // A device that cannot record an answer would send the same mutation over and over: `turns` retries on a timer of its
    // own. Whether the device can is known only after the sending, which reads the rows again.
    timers.set(found.unsent, { maySend: !turns.isBroken() && !turns.isRunning() });
    list.show();
  }

  /** Sends at once the mutations that waited for their retry: the connection is back, or their times are wrong. */
  async function retryAllNow(): Promise<void> {
    if (owner === null) return;
    await clearRetryTimes(owner, store).catch(() => undefined);
    showMissed();
    drain();
  }

  /** Tells the other tabs that the rows have changed, and reads them again here. */
  async function announceChange(): Promise<void> {
    if (owner !== null) channel.post({ type: 'changed', ownerId: owner });
    await reload();
  }

  async function afterEnqueue(): Promise<void> {
    deps.onQueued();
    await announceChange();
  }

  function drain(): void {
    if (owner === null || ended.signal.aborted || list.queued().length === 0) return;
    void dropCancelledRows(owner);
    if (!connectivity.isOnline()) return;
    // Otherwise a timer that fires during the send would make a device that records no answers send it twice.
    timers.clearSend();
    void turns.sendNow(visit.signal);
  }

  /** Drops things that were deleted before they were ever sent; that needs no connection. */
  async function dropCancelledRows(ownerId: string): Promise<void> {
    if (list.queued().every(({ withdraws }) => withdraws === undefined)) return;
    const deletions = await dropCancelled(ownerId, store, clock.now()).catch(() => []);
    for (const row of deletions) {
      channel.post({ type: 'sent', row, reply: undefined });
      void showUntilRead(row, undefined);
    }
  }

  /** Follows the session: takes up the rows of whoever is signed in now. */
  async function load(): Promise<void> {
    const next = await session.owner();
    if (next !== owner) {
      visit.abort();
      visit = new AbortController();
      forms.resolveAll({ kind: 'queued' });
      owner = next;
      isFirstReadOver = false;
      list.clear();
      if (next !== null) await clearRetryTimes(next, store).catch(() => undefined);
    }
    await reload();
    isFirstReadOver = true;
    list.show();
    showMissed();
    drain();
  }

  /** Follows what another tab or the worker did to the rows. */
  function receive(message: OutboxMessage): void {
    if (message.type === 'changed') {
      // The tab that made the change may be closed by now, so this one sends. With a device that records nothing, tabs
      // would wake each other without end.
      if (message.ownerId === owner) void reload().then(() => (turns.isBroken() ? undefined : drain()));
    } else if (message.type === 'sent') void showUntilRead(message.row, message.reply);
    else void returnToForm(message.row, message.fault);
  }

  /** Throws where nobody is signed in. */
  async function newRowContext(): Promise<RowContext> {
    owner ??= await session.owner();
    if (owner === null) throw new Error('Nobody is signed in');
    return { ownerId: owner, deps, versions, newIds };
  }

  async function rowOf(mutation: NewMutation): Promise<NewOutboxRow> {
    const context = await newRowContext();
    return asOfNow(newOutboxRow(mutation, context), context);
  }

  return {
    /** The person's mutations that the server does not have yet, in order; the same array until something changes. */
    list: list.shown,
    /**
     * Whether the first read of the device is over, even if it failed (then `isRead` is false). Before that no screen decides
     * by `list`.
     */
    isFirstReadOver: (): boolean => isFirstReadOver,
    /** Whether a read of the device has succeeded. Until then `list` may lack unsent mutations: the disk fails or is busy. */
    isRead: list.isRead,
    subscribe: list.subscribe,

    onSent,

    /**
     * Queues a mutation of a form and sends it. Resolves with the outcome: `queued` when it has to wait, `refused` when the
     * server refused it while the form is open, which gets it back. The `following` mutations are queued in the same
     * transaction, all or none, and return to the form with it. Throws NotKeptError when the device cannot keep it; then
     * nothing was sent.
     */
    async sendFromForm(
      mutation: NewMutation,
      form: OpenForm = { isOpen: () => false },
      following: readonly NewMutation[] = [],
    ): Promise<MutationOutcome> {
      const context = await newRowContext();
      const drafts = [mutation, ...following].map((each) => newOutboxRow(each, context));
      await store
        .changeOutbox(context.ownerId, (...known) => ({
          add: drafts.map((each) => asOfNow(each, context, ...known)),
        }))
        .catch(notKept);
      const [id = '', ...others] = drafts.map((draft) => draft.id);
      const outcome = forms.wait(id, form, others);
      await afterEnqueue();
      if (!connectivity.isOnline() || blockedMutations(list.queued()).has(id)) forms.resolve(id, { kind: 'queued' });
      drain();
      return outcome;
    },

    /**
     * Queues a mutation that no form waits for, and sends it; its row shows what becomes of it. An unsent row of the same
     * thing may absorb it (`join`), so that frequent saving does not pile up rows. Throws NotKeptError.
     */
    async enqueue(mutation: NewMutation, join: Join): Promise<void> {
      const context = await newRowContext();
      const draft = newOutboxRow(mutation, context);
      await store
        .changeOutbox(context.ownerId, (rows, sent, ids) =>
          joinOrAdd(rows, asOfNow(draft, context, rows, sent, ids), join, ids),
        )
        .catch(notKept);
      await afterEnqueue();
      drain();
    },

    /**
     * Sends a mutation that the device cannot keep, once. The caller gives the idempotency key, and repeats the same mutation
     * under the same key. Resolves with `blocked` where unsent mutations of its scope have to go first.
     */
    async sendUnqueued(mutation: NewMutation, key: string): Promise<MutationAnswer | { kind: 'blocked' }> {
      owner ??= await session.owner();
      if (owner === null) return { kind: 'signed-out' };
      // Where the device could not be read at the start, it may hold earlier mutations that can be read by now.
      if (!list.isRead()) await reload();
      const isBehind = (each: NewMutation) => each.scope === mutation.scope || isPartOf(each, mutation);
      if (list.queued().some(isBehind)) return { kind: 'blocked' };
      const row = await rowOf(mutation);
      const answer = await sendMutation({ ...row, seq: 0, id: key }, deps, async () => 'claimed');
      reportAnswer(connectivity, answer);
      return answer;
    },

    ...choices,
    ...undo,

    /** Returns the id that the provider gave to what was created here under this one; else the same id. */
    currentId: (id: string): string => String(newIds.get(id) ?? id),

    /** Returns the ids under which a thing was created here, if the provider gave it this id. */
    formerIds: (id: string): string[] => [...newIds].flatMap(([from, to]) => (String(to) === id ? [from] : [])),

    /** Starts to send the queue. Resolves after the first read. Call once. */
    start(): Promise<void> {
      channel.listen(receive);
      const unsubscribe = [
        session.subscribe(() => void load()),
        connectivity.subscribe(() => connectivity.isOnline() && void retryAllNow()),
      ];
      ended.signal.addEventListener('abort', () => {
        for (const stop of unsubscribe) stop();
      });
      return load();
    },

    stop(): void {
      ended.abort();
      visit.abort();
      timers.clear();
      turns.stop();
      channel.close();
    },
  };
}
