import { syncTag } from '../worker/worker-questions.ts';
import { askForProtectionOnce } from './storage-protection.ts';

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Something was queued: the worker is to go on with it when no window is open (where the browser knows Background
 * Sync), and what is kept must not be cleared when the device runs out of room.
 */
export function askForHelp(): void {
  // Without either the queue works on, in this tab.
  void askForProtectionOnce();
  registerSync();
}

/**
 * Asks again whenever the page is left with work to do: the browser fires a sync only while the connection is there, and so
 * has fired and forgotten the first one long before the window is closed. Returns the unsubscribe.
 */
export function askForHelpOnLeaving(isBusy: () => boolean): () => void {
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
