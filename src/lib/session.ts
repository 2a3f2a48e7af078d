import { createSession } from '#src/offline/session.ts';
import { createStore } from '#src/offline/store.ts';

/** The device's queue, which also keeps the worker's copy of the session. */
export const store = createStore();

/** The session of this page. */
export const session = createSession({
  local: localStorage,
  copies: store,
  fetch: (...request) => fetch(...request),
  locks: navigator.locks,
  onForeignChange(listener) {
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  },
});
