import { createStore } from 'zustand/vanilla';
import { giveUpUnsaved } from '#src/ui/index.ts';

/**
 * Whether this page runs the newest version: another one `waiting` to be taken; being taken by this page; or running
 * since another tab took it, which leaves this page on the older one until it is loaded anew.
 */
export type UpdateState = 'newest' | 'waiting' | 'taking' | 'outdated';

/** Follows the workers of newer versions, whichever tab found or took them. Nothing is ever loaded anew by itself. */
export function createAppUpdate(reload: () => void) {
  const update = createStore<{ state: UpdateState }>(() => ({ state: 'newest' }));
  const state = (): UpdateState => update.getState().state;
  let waiting: ServiceWorker | undefined;
  let isStillSafe = () => true;
  let skipWaiting = (worker: ServiceWorker) => worker.postMessage({ type: 'SKIP_WAITING' });
  /** In which state each worker was last seen: Workbox and the registration tell of the same ones. */
  const seen = new WeakMap<ServiceWorker, ServiceWorkerState>();

  function become(next: UpdateState): void {
    update.setState({ state: next });
  }

  function see(worker: ServiceWorker): void {
    if (seen.get(worker) === worker.state) return;
    seen.set(worker, worker.state);
    if (worker.state === 'installed') {
      waiting = worker;
      if (state() === 'newest') become('waiting');
      // It came in the place of the one that was just being taken.
      else if (state() === 'taking') skipWaiting(worker);
    } else if (worker.state === 'activated') {
      if (state() === 'taking' && isStillSafe()) reload();
      else become('outdated');
    }
  }

  return {
    state,
    subscribe: update.subscribe,

    /** Takes note of a newer worker that waits, or that runs by now. */
    see,

    /**
     * From now on hears of newer workers, also of those that Workbox does not follow: once it has seen an update that another
     * tab found, it hears of no later one. The first worker of all is no update.
     * @param skip makes the worker that waits the one that runs
     */
    follow(registration: ServiceWorkerRegistration, skip = skipWaiting): void {
      skipWaiting = skip;
      const follow = (worker: ServiceWorker | null) => {
        if (!worker || !registration.active) return;
        worker.addEventListener('statechange', () => see(worker));
        see(worker);
      };
      follow(registration.waiting);
      follow(registration.installing);
      registration.addEventListener('updatefound', () => follow(registration.installing));
    },

    /**
     * Loads this page anew with the newer version; other tabs stay as they are. `mayStill` is asked once more when that
     * version is ready, for what was typed meanwhile.
     */
    take(mayStill: () => boolean): void {
      if (state() !== 'waiting' || !waiting) {
        reload();
        return;
      }
      isStillSafe = mayStill;
      become('taking');
      skipWaiting(waiting);
      // The browser lets the old worker end what it is doing. Once it has, this page may be loaded anew by hand.
      setTimeout(() => {
        if (state() === 'taking') become('waiting');
      }, patienceMs);
    },
  };
}

const patienceMs = 15_000;

/** The newer version of this page. Whoever has something typed was asked by now: the browser does not ask once more. */
export const appUpdate = createAppUpdate(() => {
  giveUpUnsaved();
  window.location.reload();
});
