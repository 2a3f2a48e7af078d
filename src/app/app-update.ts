import { createStore } from 'zustand/vanilla';
import { giveUpUnsaved } from '#src/ui/index.ts';

/**
 * Whether this page runs the newest version: a newer one is `waiting` to be activated; it is being activated by this
 * page; or another tab activated it, which leaves this page outdated until it is reloaded.
 */
export type UpdateState = 'newest' | 'waiting' | 'taking' | 'outdated';

/** Follows the workers of newer versions, whichever tab found or activated them. Never reloads by itself. */
export function createAppUpdate(reload: () => void) {
  const update = createStore<{ state: UpdateState }>(() => ({ state: 'newest' }));
  const state = (): UpdateState => update.getState().state;
  let waiting: ServiceWorker | undefined;
  let isStillSafe = () => true;
  let skipWaiting = (worker: ServiceWorker) => worker.postMessage({ type: 'SKIP_WAITING' });
  /** Last seen state of each worker: Workbox and the registration report the same ones. */
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
      // A newer worker replaced the one that was being activated.
      else if (state() === 'taking') skipWaiting(worker);
    } else if (worker.state === 'activated') {
      if (state() === 'taking' && isStillSafe()) reload();
      else become('outdated');
    }
  }

  return {
    state,
    subscribe: update.subscribe,

    /** Records a newer worker that waits or already runs. */
    see,

    /**
     * Begins to follow newer workers, including those that Workbox misses: once it has seen an update that another tab
     * found, it reports no later one. The very first worker is not an update.
     * @param skip activates the waiting worker
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
     * Reloads this page with the newer version; other tabs stay as they are. `mayStill` is called again when that
     * version is ready, because something may have been typed meanwhile.
     */
    take(mayStill: () => boolean): void {
      if (state() !== 'waiting' || !waiting) {
        reload();
        return;
      }
      isStillSafe = mayStill;
      become('taking');
      skipWaiting(waiting);
      // The browser lets the old worker finish its work. If that takes too long, the person can try again.
      setTimeout(() => {
        if (state() === 'taking') become('waiting');
      }, patienceMs);
    },
  };
}

const patienceMs = 15_000;

/** Update of this page. Unsaved input was confirmed as lost before, so the browser must not ask again. */
export const appUpdate = createAppUpdate(() => {
  giveUpUnsaved();
  window.location.reload();
});
