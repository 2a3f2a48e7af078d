import { syncTag } from '../worker/worker-questions.ts';
import { askForProtectionOnce } from './storage-protection.ts';

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Called after something was queued: asks the worker to continue when no window is open (where the browser has
 * Background Sync), and the browser not to clear the stored data when the device runs out of room.
 */
export function requestBackgroundSending(): void {
  // Where the browser has neither, this tab alone sends the queue.
  void askForProtectionOnce();
  registerSync();
}

/**
 * Asks the worker again whenever the page is left with work to do: the browser fires a sync only while there is a
 * connection, and so has long fired and forgotten the first one when the window is closed. Returns the unsubscribe.
 */
export function requestBackgroundSendingOnLeaving(isBusy: () => boolean): () => void {
  const leave = ({ type }: Event) => {
    if ((type === 'pagehide' || document.visibilityState === 'hidden') && isBusy()) registerSync();
  };
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('pagehide', leave);
  return () => {
    document.removeEventListener('visibilitychange', leave);
    window.removeEventListener('pagehide', leave);
  };
}

/** Whether this browser can send what is queued while the app is closed. */
export async function canSendClosed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return registration !== undefined && 'sync' in registration;
}

function registerSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration: SyncRegistration) => registration.sync?.register(syncTag))
    .catch(() => undefined);
}
