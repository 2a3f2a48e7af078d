import { createSession } from '../session/session.ts';
import { http } from './connectivity.ts';

// The first visit of the sign-in screen needs no database: it is loaded with the first call.
const load = () => import('./store.ts');

/** The session of this page. */
export const session = createSession({
  local: localStorage,
  copies: {
    readSession: async () => (await load()).store.readSession(),
    updateSession: async (change) => (await load()).store.updateSession(change),
  },
  http,
  locks: navigator.locks,
  onOtherTabChange(listener) {
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  },
});
