import type { Connectivity } from '../connectivity/connectivity.ts';
import type { OutboxRow, VersionStep } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { versionStep } from './answer.ts';
import type { createWaitingForms } from './forms.ts';
import type { createOutboxList } from './list.ts';

/**
 * A mutation that the server took; the reply is undefined where it came with no page open. Its row stays in the list as
 * `sent` until every listener is done.
 */
export type SentListener = (row: OutboxRow, reply: unknown) => Promise<void> | void;

interface ArrivalDeps {
  store: Pick<Store, 'forgetSent'>;
  connectivity: Pick<Connectivity, 'isOnline'>;
  clock: Pick<Clock, 'now'>;
  list: ReturnType<typeof createOutboxList>;
  forms: ReturnType<typeof createWaitingForms>;
  owner(): string | null;
  reload(): Promise<void>;
}

/** What the server took, by whomever it was sent, until it is shown. */
export function createArrivals({ store, connectivity, clock, list, forms, owner, reload }: ArrivalDeps) {
  const listeners = new Set<SentListener>();
  /** What an own edit made of the version that it was made over: by the edit, also once its row is gone. */
  const versions = new Map<string, VersionStep>();

  /** Shows the mutation until what it changed has been read again. */
  async function arrived(sent: OutboxRow, reply: unknown): Promise<void> {
    if (sent.ownerId !== owner()) return;
    const step = sent.step ?? versionStep(sent, reply);
    if (step) versions.set(sent.id, step);
    list.addLeaving({ ...sent, state: 'sent', sentAt: sent.sentAt ?? clock.now() });
    // What is kept may have been written anew with it: a provider gave another id.
    await reload();
    if (sent.ownerId !== owner()) return;
    const row = list.withNewId(sent);
    const notified = [...listeners].map(async (listener) => listener(row, reply));
    forms.settle(row.id, { kind: 'sent', reply });
    await Promise.allSettled(notified);
    // Offline nothing was read anew: it stays on the device, and over what is shown.
    if (notified.length === 0 || connectivity.isOnline()) {
      await store.forgetSent(sent).catch(() => undefined);
      list.forget(sent.id);
    }
    list.dropLeaving(row.id);
  }

  /** What the server took with nobody there to show it. */
  function catchUp(): void {
    if (!connectivity.isOnline() || listeners.size === 0) return;
    for (const row of list.unshown()) void arrived(row, undefined);
  }

  return {
    versions,
    arrived,
    catchUp,
    /** Hears of every mutation that the server took, sent by this tab, another one or the worker. */
    onSent(listener: SentListener): () => void {
      listeners.add(listener);
      catchUp();
      return () => listeners.delete(listener);
    },
  };
}
