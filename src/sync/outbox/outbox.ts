import type { Connectivity } from '../connectivity/connectivity.ts';
import type { Session } from '../session/session.ts';
import { notKept } from '../store/not-kept-error.ts';
import type { NewMutation, OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { isStorageForbidden } from '../store/store-connection.ts';
import { oneAtATime } from '../time/one-at-a-time.ts';
import { createArrivals } from './arrivals.ts';
import type { OutboxChannel, OutboxMessage } from './channel.ts';
import { createDecisions } from './decisions.ts';
import { drainOutbox, hurryWrites, type OutboxDrainDeps } from './drain.ts';
import { createWaitingForms, type MutationOutcome, type OpenForm } from './forms.ts';
import { dropWithdrawn } from './hold.ts';
import { type Join, joinOrAdd } from './join.ts';
import { createOutboxList } from './list.ts';
import { newOutboxRow } from './new-row.ts';
import { heldMutations } from './order.ts';
import type { Rebase } from './rebase.ts';
import { createRowTimers } from './row-timers.ts';
import { type MutationAnswer, reportAnswer, sendMutation } from './send.ts';
import { createTurns } from './turn.ts';
import { createUndo } from './undo.ts';

export interface OutboxDeps extends Omit<OutboxDrainDeps, 'store' | 'session' | 'onAnswer' | 'signal'> {
  store: Store;
  session: Session;
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe' | 'reportSuccess' | 'reportFailure' | 'reportBusy'>;
  channel: OutboxChannel;
  newId(): string;
  /** So long a deletion can be undone, in milliseconds. */
  undoMs: number;
  /** So long a form waits for the server's answer before it counts its mutation as kept, in milliseconds. */
  formWaitMs: number;
  /** Something was kept: asks for the worker's help and for storage that the browser does not clear. */
  onQueued(): void;
  rebase: Rebase;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The page's side of the outbox: what screens write by and show. A mutation is on the disk before it is sent, and leaves
 * only when the server has it or the person discards it.
 */
export function createOutbox(deps: OutboxDeps) {
  const { store, session, connectivity, channel } = deps;
  const list = createOutboxList();
  const { newIds } = list;
  const forms = createWaitingForms(deps);
  const ended = new AbortController();
  let visit = new AbortController();
  let owner: string | null = null;
  const reload = oneAtATime(read);
  let isLoaded = false;
  const timers = createRowTimers(deps.clock, drain);
  const { clock } = timers;

  const { versions, arrived, catchUp, onSent } = createArrivals({
    ...deps,
    clock,
    list,
    forms,
    owner: () => owner,
    reload,
  });
  const turns = createTurns({
    clock,
    send: async (signal, onTurn) =>
      owner === null ? onTurn() : drainOutbox(owner, { ...deps, clock, signal, onAnswer: take, onTurn }),
    onOver: reload,
    again: drain,
  });
  const own = createDecisions({ ...deps, owner: () => owner, kept: list.kept, changed, drain });
  const undoing = createUndo({
    ...deps,
    now: deps.clock.now,
    owner: () => owner,
    rowOf: async (mutation) => newOutboxRow(mutation, await around())(),
    cancel: own.cancel,
    changed,
    onKept,
    drain,
  });

  async function read(): Promise<void> {
    if (owner === null) return;
    const of = owner;
    const [found, ids] = await Promise.all([
      store.allWritesOf(of).catch((error) => (isStorageForbidden(error) ? { unsent: [], sent: [] } : undefined)),
      store.renamedIds(of).catch(() => []),
    ]);
    if (owner !== of) return;
    for (const { from, to } of ids) newIds.set(from, to);
    if (!found) {
      // What was read before is shown on: an empty list would say that all is sent.
      timers.setForBrokenDevice(() => void reload().then(drain));
      return;
    }
    list.set(found.unsent, found.sent);
    // A device that does not note what comes of a mutation would have it sent over and over: it has a timer of its own.
    // Whether it does is known when the sending is over, and then this is read again.
    timers.set(found.unsent, !turns.isBroken() && !turns.isRunning());
    list.show();
  }

  /** The connection is back: what waited for its time goes now. */
  async function hurry(): Promise<void> {
    if (owner === null) return;
    await hurryWrites(owner, store).catch(() => undefined);
    catchUp();
    drain();
  }

  /** What is kept changed here: every tab shows it. */
  async function changed(): Promise<void> {
    if (owner !== null) channel.post({ type: 'changed', ownerId: owner });
    await reload();
  }

  async function onKept(): Promise<void> {
    deps.onQueued();
    await changed();
  }

  function drain(): void {
    if (owner === null || list.kept().length === 0) return;
    void withdraw(owner);
    if (!connectivity.isOnline()) return;
    // A timer that fires beside the sending would have a device that notes nothing send the same at once again.
    timers.clearSend();
    void turns.take(visit.signal);
  }

  /** What was deleted before it ever left needs no connection to be gone. */
  async function withdraw(of: string): Promise<void> {
    if (list.kept().every(({ withdraws }) => withdraws === undefined)) return;
    const rows = await dropWithdrawn(of, store, clock.now()).catch(() => []);
    for (const row of rows) {
      channel.post({ type: 'sent', row, reply: undefined });
      void arrived(row, undefined);
    }
  }

  function take(row: OutboxRow, answer: MutationAnswer): void {
    reportAnswer(connectivity, answer);
    if (answer.kind === 'no-answer') forms.settleAll({ kind: 'kept' });
    if (answer.kind === 'sent') {
      channel.post({ type: 'sent', row, reply: answer.reply });
      void arrived(row, answer.reply);
    } else if (answer.kind === 'refused' || answer.kind === 'conflict') {
      channel.post({ type: 'refused', row, fault: answer.fault });
      void refused(row, answer.fault);
    } else {
      forms.settle(row.id, { kind: 'kept' });
      void changed();
    }
  }

  async function refused(row: OutboxRow, fault: NonNullable<OutboxRow['fault']>): Promise<void> {
    if (!forms.takesBack(row.id)) {
      forms.settle(row.id, { kind: 'kept' });
      return reload();
    }
    const following = forms.followingOf(row.id);
    await own.drop(
      row,
      list.kept().filter(({ id }) => following.includes(id)),
    );
    forms.settle(row.id, { kind: 'refused', fault });
  }

  async function load(): Promise<void> {
    const next = await session.owner();
    if (next !== owner) {
      visit.abort();
      visit = new AbortController();
      forms.settleAll({ kind: 'kept' });
      owner = next;
      isLoaded = false;
      list.clear();
      if (next !== null) await hurryWrites(next, store).catch(() => undefined);
    }
    await reload();
    if (!isLoaded) {
      isLoaded = true;
      list.show();
    }
    catchUp();
    drain();
  }

  function receive(message: OutboxMessage): void {
    if (message.type === 'changed') {
      // Whoever changed it may be closed by now. Tabs of a device that notes nothing would wake each other without end.
      if (message.ownerId === owner) void reload().then(() => (turns.isBroken() ? undefined : drain()));
    } else if (message.type === 'sent') void arrived(message.row, message.reply);
    else void refused(message.row, message.fault);
  }

  /** What a new row takes from here. Throws where nobody is signed in. */
  async function around() {
    owner ??= await session.owner();
    if (owner === null) throw new Error('Nobody is signed in');
    return { ownerId: owner, deps, versions, newIds };
  }

  return {
    /** The person's mutations that the server does not have yet, in order; the same array until something changes. */
    list: list.shown,
    /** Whether it was tried to read what an earlier visit kept: before that no screen decides by it. */
    isLoaded: (): boolean => isLoaded,
    /** Whether it has been read: a disk that fails, or waits for another tab, may hold what is unsent. */
    isRead: list.isRead,
    subscribe: list.subscribe,

    onSent,

    /**
     * Keeps a mutation and sends it. Resolves with what came of it: `kept` when it has to wait, `refused` when the server
     * did not take it and the form is still open, which then has it back. `following` belong to it: they are kept in the
     * same step, all or none, and go back with it. Throws NotKeptError when the device cannot keep it: then it was
     * not sent either.
     */
    async write(
      mutation: NewMutation,
      form: OpenForm = { isOpen: () => false },
      following: readonly NewMutation[] = [],
    ): Promise<MutationOutcome> {
      const now = await around();
      const rows = [mutation, ...following].map((each) => newOutboxRow(each, now));
      const add = (_: unknown, sent: readonly OutboxRow[]) => ({ add: rows.map((row) => row(sent)) });
      await store.changeWrites(now.ownerId, add).catch(notKept);
      const [id = '', ...others] = rows.map((row) => row().id);
      const outcome = forms.wait(id, form, others);
      await onKept();
      if (!connectivity.isOnline() || heldMutations(list.kept()).has(id)) forms.settle(id, { kind: 'kept' });
      drain();
      return outcome;
    },

    /**
     * Keeps a mutation and sends it, with no form that waits for the answer: its row tells what becomes of it. What has not
     * left yet may take it up (`join`), so that what is saved over and over does not pile up. Throws NotKeptError.
     */
    async keep(mutation: NewMutation, join: Join): Promise<void> {
      const now = await around();
      const row = newOutboxRow(mutation, now);
      await store.changeWrites(now.ownerId, (rows, sent) => joinOrAdd(rows, row(sent), join)).catch(notKept);
      await onKept();
      drain();
    },

    /**
     * Sends a mutation that the device cannot keep, once. The key is the caller's: a repeat of the same goes under the same
     * one. `held` where unsent mutations of its scope would come after it.
     */
    async sendUnqueued(mutation: NewMutation, key: string): Promise<MutationAnswer | { kind: 'held' }> {
      owner ??= await session.owner();
      if (owner === null) return { kind: 'signed-out' };
      if (list.kept().some(({ scope }) => scope === mutation.scope)) return { kind: 'held' };
      const row = { ...newOutboxRow(mutation, { ownerId: owner, deps, versions, newIds })(), seq: 0, id: key };
      const answer = await sendMutation(row, deps, async () => 'noted');
      reportAnswer(connectivity, answer);
      return answer;
    },

    ...own,
    ...undoing,
    /** Under which id the provider keeps what was made here under this one. */
    currentId: (id: string): string => String(newIds.get(id) ?? id),

    /** Under which ids this was made here, where the provider gave it this one. */
    formerIds: (id: string): string[] => [...newIds].flatMap(([from, to]) => (String(to) === id ? [from] : [])),

    /** Takes up what is kept; the promise is the first load. Call once. */
    start(): Promise<void> {
      channel.listen(receive);
      const unsubscribe = [
        session.subscribe(() => void load()),
        connectivity.subscribe(() => connectivity.isOnline() && void hurry()),
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
