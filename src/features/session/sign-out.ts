import { flushLogouts, forgetCache, session } from '#src/sync/index.ts';
import { hideToast } from '#src/ui/index.ts';

/**
 * Signs out here and in every tab, at once: the server hears of it as soon as it can be reached. What waits to be sent
 * stays on the device, bound to the person.
 */
export async function signOut(): Promise<void> {
  await session.leave();
  navigator.serviceWorker?.controller?.postMessage({ type: 'signed-out' });
  hideToast();
  await Promise.all([forgetCache(), flushLogouts()]);
}
