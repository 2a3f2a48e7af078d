import { createConnectivity } from '../connectivity/connectivity.ts';
import { systemClock } from '../time/clock.ts';
import { timedHttp } from './http.ts';

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
