import { connectivity, systemClock } from '#src/sync/index.ts';
import { appUpdate } from './app-update.ts';
import { checkForUpdates } from './update-checks.ts';

/** Registers the service worker once the page has loaded; a new version waits until the person accepts it. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/sw.js');
    workbox.addEventListener('waiting', ({ sw }) => sw && appUpdate.see(sw));
    // The very first worker is not an update.
    workbox.addEventListener('activated', ({ sw, isUpdate }) => sw && isUpdate && appUpdate.see(sw));
    const registration = await workbox.register();
    if (registration) appUpdate.follow(registration, () => workbox.messageSkipWaiting());
    checkForUpdates(() => workbox.update(), { clock: systemClock(), connectivity, page: document });
  } catch (error) {
    // Without a worker the app still works, only not offline; the console has the reason.
    console.warn('The service worker was not registered', error);
  }
}
