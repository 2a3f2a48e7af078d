import { clearDeviceCache, flushLogouts, session } from '#src/sync/index.ts';
import { hideToast } from '#src/ui/index.ts';

/**
 * Signs out at once, here and in every tab; the server is told as soon as it can be reached. Unsent mutations stay on
 * the device, bound to the person.
 */
export async function signOut(): Promise<void> {
  await session.leave();
  navigator.serviceWorker?.controller?.postMessage({ type: 'signed-out' });
  hideToast();
  await Promise.all([clearDeviceCache(), flushLogouts()]);
}
