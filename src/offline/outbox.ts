import type { Clock } from './clock.ts';
import type { Connectivity } from './connectivity.ts';
import { versionStep, withId } from './outbox-answer.ts';
import type { OutboxChannel, OutboxMessage } from './outbox-channel.ts';
import { createDecisions } from './outbox-decisions.ts';
import { drainOutbox, hurryWrites, type OutboxDrainDeps } from './outbox-drain.ts';
import { createWaitingForms, type OpenForm, type WriteOutcome } from './outbox-forms.ts';
import { type Join, withWrite } from './outbox-join.ts';
import { newOutboxRow } from './outbox-new-row.ts';
import { heldWrites, nextDue } from './outbox-order.ts';
import type { Rebase } from './outbox-rebase.ts';
import type { NewWrite, OutboxRow } from './outbox-row.ts';
import { sendWrite, type WriteAnswer } from './outbox-send.ts';
import type { Session } from './session.ts';
import { StorageFullError, type Store } from './store.ts';

export interface OutboxDeps extends Omit<OutboxDrainDeps, 'store' | 'session' | 'onAnswer' | 'signal'> {
  store: Store;
  session: Session;
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe' | 'reportSuccess' | 'reportFailure'>;
  channel: OutboxChannel;
  newId(): string;
  /** Something was kept: asks for the worker's help and for storage that the browser does not clear. */
  onQueued(): void;
  rebase: Rebase;
}

/**
 * A write that the server took; the reply is undefined where it came with no page open. Its row stays in the list as
 * `sent` until every listener is done.
 */
export type SentListener = (row: OutboxRow, reply: unknown) => Promise<void> | void;

/** The device kept nothing: it is full, or its storage fails. */
export class NotKeptError extends Error {
  override name = 'NotKeptError';
  readonly isFull: boolean;

  constructor(isFull: boolean, options?: ErrorOptions) {
    super('the device did not keep it', options);
    this.isFull = isFull;
  }
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The page's side of the outbox: what screens write by and show. A write is on the disk before it is sent, and leaves
 * only when the server has it or the person discards it.
 */
export function createOutbox(deps: OutboxDeps) {
  const { store, session, connectivity, channel } = deps;
  const listeners = new Set<() => void>();
  const sentListeners = new Set<SentListener>();
  const forms = createWaitingForms(deps.clock);
  const ended = new AbortController();
  const newIds = new Map<string, string | number>();
  /** What an own edit made of the version that it was laid over: by the edit. */
  const versions = new Map<string, { from: number; to: number }>();
  let visit = new AbortController();
  let owner: string | null = null;
  let kept: readonly OutboxRow[] = [];
  let leaving: readonly OutboxRow[] = [];
  /** The server has them, and no page showed so: the worker sent them, or the browser was killed right then. */
  let unshown: readonly OutboxRow[] = [];
  let shown: readonly OutboxRow[] = [];
  let reading = Promise.resolve();
  let takeBackDue: (() => void) | undefined;
  let tryAgain: (() => void) | undefined;
  let drains = 0;
  /** Whose visit has a sending that waits for its turn: it finds what came since, too. */
  let inLine: AbortSignal | undefined;
  let isLoaded = false;
  /** The last moment that a timer stood for: with shortened waits the clock itself is not there yet. */
  let reached = 0;
  const clock: Clock = { ...deps.clock, now: () => Math.max(deps.clock.now(), reached) };

  const own = createDecisions({
    ...deps,
    owner: () => owner,
    kept: () => kept,
    changed,
    drain: () => void drain(),
  });

  function show(): void {
    const left = new Set(leaving.map(({ id }) => id));
    const sent = [...leaving, ...unshown.filter(({ id }) => !left.has(id))];
    const here = new Set(sent.map(({ id }) => id));
    shown = [...sent.map(withNewId), ...kept.filter(({ id }) => !here.has(id))].sort(
      (one, other) => one.seq - other.seq,
    );
    for (const listener of listeners) listener();
  }

  /** One after the other: an older reading must not come after a newer one. */
  function reload(): Promise<void> {
    reading = reading.then(read);
    return reading;
  }

  async function read(): Promise<void> {
    if (owner === null) return;
    const of = owner;
    const [rows, sent, ids] = await Promise.all([
      store.writesOf(of).catch(() => []),
      store.sentWritesOf(of).catch(() => []),
      store.renamedIds(of).catch(() => []),
    ]);
    if (owner !== of) return;
    kept = rows;
    unshown = sent;
    for (const { from, to } of ids) newIds.set(from, to);
    takeBackDue?.();
    // A device that does not note what comes of a write would have it sent over and over: it has a timer of its own.
    // Whether it does is known when the sending is over, and then this is read again.
    const due = tryAgain || drains > 0 ? undefined : nextDue(rows, clock.now());
    takeBackDue = due === undefined ? undefined : clock.after(Math.max(0, due - clock.now()), () => wake(due));
    show();
  }

  function wake(due: number): void {
    reached = due;
    void drain();
  }

  /** The line is back: what waited for its time goes now. */
  async function hurry(): Promise<void> {
    if (owner === null) return;
    await hurryWrites(owner, store).catch(() => undefined);
    catchUp();
    void drain();
  }

  /** What is kept changed here: every tab shows it. */
  async function changed(): Promise<void> {
    if (owner !== null) channel.post({ type: 'changed', ownerId: owner });
    await reload();
  }

  async function drain(): Promise<void> {
    const { signal } = visit;
    if (owner === null || kept.length === 0 || !connectivity.isOnline() || inLine === signal) return;
    inLine = signal;
    let isInTurn = false;
    const onTurn = () => {
      if (!isInTurn && inLine === signal) inLine = undefined;
      isInTurn = true;
    };
    tryAgain?.();
    tryAgain = undefined;
    drains += 1;
    // A device that is full or fails now may keep what comes of it a moment later.
    await drainOutbox(owner, { ...deps, clock, signal, onAnswer: take, onTurn }).catch(() => {
      tryAgain?.();
      if (!ended.signal.aborted) tryAgain = deps.clock.after(brokenDeviceMs, () => void drain());
    });
    onTurn();
    drains -= 1;
    await reload();
  }

  function tellLine({ kind }: WriteAnswer): void {
    if (kind === 'no-answer') connectivity.reportFailure();
    else if (!silent.has(kind)) connectivity.reportSuccess();
  }

  function take(row: OutboxRow, answer: WriteAnswer): void {
    tellLine(answer);
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

  /** Shows the write until what it changed has been read again. */
  async function arrived(sent: OutboxRow, reply: unknown): Promise<void> {
    if (sent.ownerId !== owner) return;
    const step = versionStep(sent, reply);
    if (step) versions.set(sent.id, step);
    leaving = [...leaving, { ...sent, state: 'sent', sentAt: sent.sentAt ?? clock.now() }];
    // What is kept may have been written anew with it: a provider gave another id.
    await reload();
    if (sent.ownerId !== owner) return;
    const row = withNewId(sent);
    const told = [...sentListeners].map(async (listener) => listener(row, reply));
    forms.settle(row.id, { kind: 'sent', reply });
    await Promise.allSettled(told);
    // Without a line nothing was read anew: it stays on the device, and over what is shown.
    if (told.length === 0 || connectivity.isOnline()) {
      await store.forgetSent(sent).catch(() => undefined);
      unshown = unshown.filter(({ id }) => id !== sent.id);
    }
    leaving = leaving.filter(({ id }) => id !== row.id);
    show();
  }

  /** What the server took with nobody there to show it. */
  function catchUp(): void {
    if (!connectivity.isOnline() || sentListeners.size === 0) return;
    const left = new Set(leaving.map(({ id }) => id));
    for (const row of unshown) if (!left.has(row.id)) void arrived(row, undefined);
  }

  /** What is shown of a write that made something stands under the id that it has now. */
  function withNewId(row: OutboxRow): OutboxRow {
    const to = row.creates === undefined ? undefined : newIds.get(row.creates);
    return to === undefined ? row : withId(row, row.creates ?? '', to);
  }

  async function refused(row: OutboxRow, fault: NonNullable<OutboxRow['fault']>): Promise<void> {
    if (!forms.takesBack(row.id)) {
      forms.settle(row.id, { kind: 'kept' });
      return reload();
    }
    const following = forms.followingOf(row.id);
    await own.drop(
      row,
      kept.filter(({ id }) => following.includes(id)),
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
      kept = [];
      leaving = [];
      unshown = [];
      newIds.clear();
      isLoaded = false;
      show();
    }
    await reload();
    if (!isLoaded) {
      isLoaded = true;
      show();
    }
    catchUp();
    void drain();
  }

  function receive(message: OutboxMessage): void {
    if (message.type === 'changed') {
      // Whoever changed it may be closed before it is sent: the next one in turn finds out. Tabs of a device that notes
      // nothing would wake each other without end.
      if (message.ownerId === owner) void reload().then(() => (tryAgain ? undefined : drain()));
    } else if (message.type === 'sent') void arrived(message.row, message.reply);
    else void refused(message.row, message.fault);
  }

  return {
    /** The person's writes that the server does not have yet, in order; the same array until something changes. */
    list: (): readonly OutboxRow[] => shown,
    /** Whether what an earlier visit kept has been read: before that nobody knows what is unsent. */
    isLoaded: (): boolean => isLoaded,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Hears of every write that the server took, sent by this tab, another one or the worker. */
    onSent(listener: SentListener): () => void {
      sentListeners.add(listener);
      catchUp();
      return () => sentListeners.delete(listener);
    },

    /**
     * Keeps a write and sends it. Resolves with what came of it: `kept` when it has to wait, `refused` when the server
     * did not take it and the form is still open, which then has it back. `following` belong to it: they are kept in the
     * same step, all or none, and go back with it. Throws NotKeptError when the device cannot keep it: then it was
     * not sent either.
     */
    async write(
      write: NewWrite,
      form: OpenForm = { isOpen: () => false },
      following: readonly NewWrite[] = [],
    ): Promise<WriteOutcome> {
      owner ??= await session.owner();
      if (owner === null) throw new Error('Nobody is signed in');
      const around = { ownerId: owner, deps, versions, newIds };
      const row = newOutboxRow(write, around);
      const others = following.map((each) => newOutboxRow(each, around));
      await store.addWrites([row, ...others]).catch((cause: unknown) => {
        throw new NotKeptError(cause instanceof StorageFullError, { cause });
      });
      const outcome = forms.wait(
        row.id,
        form,
        others.map(({ id }) => id),
      );
      deps.onQueued();
      await changed();
      if (!connectivity.isOnline() || heldWrites(kept).has(row.id)) forms.settle(row.id, { kind: 'kept' });
      void drain();
      return outcome;
    },

    /**
     * Keeps a write and sends it, with no form that waits for the answer: its row tells what becomes of it. What has not
     * left yet may take it up (`join`), so that what is saved over and over does not pile up. Throws NotKeptError.
     */
    async keep(write: NewWrite, join: Join): Promise<void> {
      owner ??= await session.owner();
      if (owner === null) throw new Error('Nobody is signed in');
      const row = newOutboxRow(write, { ownerId: owner, deps, versions, newIds });
      await store
        .changeWrites(owner, (rows) => withWrite(rows, row, join))
        .catch((cause: unknown) => {
          throw new NotKeptError(cause instanceof StorageFullError, { cause });
        });
      deps.onQueued();
      await changed();
      void drain();
    },

    /**
     * Sends a write that the device cannot keep, once. The key is the caller's: a repeat of the same goes under the same
     * one. `held` where unsent writes of its scope would come after it.
     */
    async sendUnkept(write: NewWrite, key: string): Promise<WriteAnswer | { kind: 'held' }> {
      owner ??= await session.owner();
      if (owner === null) return { kind: 'signed-out' };
      if (kept.some(({ scope }) => scope === write.scope)) return { kind: 'held' };
      const row = { ...newOutboxRow(write, { ownerId: owner, deps, versions, newIds }), seq: 0, id: key };
      const answer = await sendWrite(row, deps, async () => 'noted');
      tellLine(answer);
      return answer;
    },

    ...own,
    /** Under which id the provider keeps what was made here under this one. */
    currentId: (id: string): string => String(newIds.get(id) ?? id),

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
      takeBackDue?.();
      tryAgain?.();
      channel.close();
    },
  };
}

/** What says nothing of the line. */
const silent: ReadonlySet<WriteAnswer['kind']> = new Set(['signed-out', 'unsure', 'taken-back', 'unmarked']);

/** How long a device that could not note what is sent is left alone. */
const brokenDeviceMs = 60_000;
