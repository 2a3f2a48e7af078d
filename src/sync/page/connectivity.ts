import { createConnectivity } from '../connectivity/connectivity.ts';
import { createHttp } from '../http/client.ts';
import { systemClock } from '../time/clock.ts';

/** The client of this page. */
export const http = createHttp();

/** The same, with time limits that the build for the fault matrix shortens along with all waits of the offline core. */
export const timedHttp = createHttp({ clock: systemClock() });

/** Whether calls of this page get through: every call reports, the browser's own events are hints. */
export const connectivity = createConnectivity({
  http: timedHttp,
  clock: systemClock(),
  isVisible: () => document.visibilityState !== 'hidden',
  onHint(listener) {
    const stop = new AbortController();
    for (const name of ['online', 'offline', 'pageshow']) {
      window.addEventListener(name, listener, { signal: stop.signal });
    }
    document.addEventListener('visibilitychange', listener, { signal: stop.signal });
    return () => stop.abort();
  },
});
