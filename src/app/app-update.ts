const listeners = new Set<() => void>();
let takeOver: (() => void) | undefined;

/** Whether a newer version waits, for useSyncExternalStore, and how to take it. */
export const appUpdate = {
  isReady: () => takeOver !== undefined,
  take: () => takeOver?.(),
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Registers the service worker once the page has loaded; a new version waits until the person takes it. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => {
    takeOver = () => {
      worker.addEventListener('controlling', () => window.location.reload());
      worker.messageSkipWaiting();
    };
    for (const listener of listeners) listener();
  });
  // Without a worker the app works, only not offline; the browser's console says why.
  await worker.register().catch((error: unknown) => console.warn('The service worker was not registered', error));
}
