import type { Connectivity } from '../connectivity/connectivity.ts';
import type { OutboxRow, VersionStep } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { versionStep } from './after-answer.ts';
import type { createWaitingForms } from './forms.ts';
import type { createOutboxList } from './list.ts';

/**
 * Called with a mutation that the server took. The reply is undefined where it came with no page open. The row stays in the
 * list as `sent` until every listener is done.
 */
export type SentListener = (row: OutboxRow, reply: unknown) => Promise<void> | void;

interface SentMutationsDeps {
  store: Pick<Store, 'forgetSent'>;
  connectivity: Pick<Connectivity, 'isOnline'>;
  clock: Pick<Clock, 'now'>;
  list: ReturnType<typeof createOutboxList>;
  forms: ReturnType<typeof createWaitingForms>;
  owner(): string | null;
  reload(): Promise<void>;
}

/** Follows the mutations that the server took, whoever sent them, until their result is shown. */
export function createSentMutations({ store, connectivity, clock, list, forms, owner, reload }: SentMutationsDeps) {
  const listeners = new Set<SentListener>();
  /** The version that each own, sent edit was based on, and the one that it made; also once its row is gone. */
  const versions = new Map<string, VersionStep>();

  /** Shows a sent mutation until the listeners have read again what it changed. */
  async function showUntilRead(sent: OutboxRow, reply: unknown): Promise<void> {
    if (sent.ownerId !== owner()) return;
    const step = sent.step ?? versionStep(sent, reply);
    if (step) versions.set(sent.id, step);
    list.showSent({ ...sent, state: 'sent', sentAt: sent.sentAt ?? clock.now() });
    // The rows may have changed too: a provider may have given another id.
    await reload();
    if (sent.ownerId !== owner()) return;
    const row = list.withNewId(sent);
    const notified = [...listeners].map(async (listener) => listener(row, reply));
    forms.resolve(row.id, { kind: 'sent', reply });
    await Promise.allSettled(notified);
    // Offline nothing was read: the row stays on the device, and applied to what is shown.
    if (notified.length === 0 || connectivity.isOnline()) {
      await store.forgetSent(sent).catch(() => undefined);
      list.forgetSent(sent.id);
    }
    list.hideSent(row.id);
  }

  /** Shows the mutations that were sent while no page was open to show them. */
  function showMissed(): void {
    if (!connectivity.isOnline() || listeners.size === 0) return;
    for (const row of list.sentUnshown()) void showUntilRead(row, undefined);
  }

  return {
    versions,
    showUntilRead,
    showMissed,
    /** Subscribes to every mutation that the server took, sent by this tab, another one or the worker. */
    onSent(listener: SentListener): () => void {
      listeners.add(listener);
      showMissed();
      return () => listeners.delete(listener);
    },
  };
}
