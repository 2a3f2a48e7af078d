import { syncTag } from '#src/offline/worker-questions.ts';

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Something was queued: the worker is to go on with it when no window is open (where the browser knows Background
 * Sync), and what is kept must not be cleared when the device runs out of room.
 */
export function askForHelp(): void {
  // Without either the queue works on, in this tab.
  void navigator.storage?.persist?.().catch(() => undefined);
  void navigator.serviceWorker?.ready
    .then((registration: SyncRegistration) => registration.sync?.register(syncTag))
    .catch(() => undefined);
}
