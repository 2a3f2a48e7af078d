import type { Http } from '../http/client.ts';
import type { RefreshOutcome } from '../http/token.ts';
import { type Ending, forgetEnding, noteEnding, readOtherTabs } from './other-tabs.ts';
import { createPendingLogouts } from './pending-logouts.ts';
import { type LocalValues, type SessionStore, tolerant, wasReplaced, withRefreshed } from './session-parts.ts';
import type { askForToken } from './token-call.ts';

export interface SessionDeps {
  /** The page's localStorage; null in the worker, which has none. */
  local: LocalValues | null;
  copies: SessionStore;
  http: Http;
  locks: Pick<LockManager, 'request'>;
  /** Subscribes to changes of the session by other tabs; returns the unsubscribe. */
  onOtherTabChange?(listener: () => void): () => void;
}

export type Session = ReturnType<typeof createSession>;

/** How long a page waits for the copy, in milliseconds. */
const copyMs = 3_000;

/**
 * The session of page and worker. The page keeps it in localStorage under the specification's keys `token`, `role` and
 * `user_id`; the worker reads a copy in IndexedDB, and records there which token it replaced by a refresh.
 *
 * The logged-out flag is set by a sign-out and by a refused refresh, and reset by a new token. While it is set nothing
 * is refreshed, and `visit` has changed: an answer to an earlier request belongs to nobody.
 */
export function createSession({ local, copies: store, http, locks, onOtherTabChange }: SessionDeps) {
  const listeners = new Set<() => void>();
  const copies = tolerant(store, local ? copyMs : undefined);
  const pendingLogouts = createPendingLogouts({ local, copies, http });
  let reconciled: Promise<void> | undefined;
  let ending: Ending | undefined;
  let visit = 0;
  let signOut = new AbortController();
  /** The visit in which the server has named itself ours. */
  let oursIn: number | undefined;
  let knownUser = local?.getItem('user_id') ?? null;

  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }

  function end(how: Ending): void {
    ending = how;
    visit += 1;
    knownUser = null;
    signOut.abort();
    signOut = new AbortController();
  }

  function followOtherTabs(page: LocalValues): void {
    const { isSignedIn, userId, ended } = readOtherTabs(page, knownUser);
    if (ending === undefined && ended !== undefined) end(ended);
    if (isSignedIn) {
      ending = undefined;
      knownUser = userId;
    }
  }

  if (local) onOtherTabChange?.(() => followOtherTabs(local));

  /** localStorage is the truth of the page, unless the worker replaced just that token while no page was open. */
  async function reconcile(page: LocalValues): Promise<void> {
    const copy = await copies.read();
    // Too late for this call: the next one looks again.
    if (!copy) reconciled = undefined;
    if (!copy) return;
    const token = page.getItem('token');
    const userId = page.getItem('user_id');
    // The browser writes localStorage late: after it was killed, the token of a person who signed out may be back.
    if (token !== null && (copy.owed?.includes(token) || pendingLogouts.isNoted(token))) return drop('left', null);
    if (token !== null && wasReplaced(copy, token) && copy.token !== null) page.setItem('token', copy.token);
    else if (copy.token !== token || copy.userId !== userId) {
      await copies.update(({ owed, ...before }) => {
        const isOurs = before.userId === userId && before.isOurs;
        return { owed, token, replaced: null, userId, isOurs };
      });
    }
  }

  /** The token for the next request; null when signed out. */
  async function read(): Promise<string | null> {
    if (!local) return (await copies.read())?.token ?? null;
    followOtherTabs(local);
    reconciled ??= reconcile(local);
    await reconciled;
    return local.getItem('token');
  }

  async function keep(token: string, replaced: string): Promise<void> {
    if (local) {
      local.setItem('token', token);
      const userId = local.getItem('user_id');
      await copies.update(({ owed, isOurs }) => ({ owed, token, replaced: null, userId, isOurs }));
    } else {
      await copies.update((copy) => withRefreshed(copy, token, replaced));
    }
  }

  /** Whether the server of this session has once named itself ours. */
  async function isOurs(): Promise<boolean> {
    return oursIn === visit || (await copies.read())?.isOurs === true;
  }

  async function refreshAlone(stale: string): Promise<RefreshOutcome> {
    const current = await read();
    if (current === null || ending !== undefined) return { kind: 'no-token' };
    if (current !== stale) return { kind: 'token', token: current };
    if (local) {
      await reconcile(local);
      const adopted = local.getItem('token');
      if (adopted !== null && adopted !== stale) return { kind: 'token', token: adopted };
    }
    // The cookie may still be that of the person before: their session ends first.
    if (!(await pendingLogouts.flush(() => undefined))) return { kind: 'unavailable', reason: 'logout' };
    const before = visit;
    const outcome = await ask(http, stale, signOut.signal, await isOurs());
    // The person signed out during the request: its answer must not sign them in again.
    if (visit !== before || (await read()) !== stale) return { kind: 'no-token' };
    if (outcome.kind === 'token') await keep(outcome.token, stale);
    return outcome;
  }

  async function drop(how: Ending, logout: string | null): Promise<void> {
    if (logout !== null) pendingLogouts.note(logout);
    if (local) noteEnding(local, how);
    for (const key of ['token', 'role', 'user_id']) local?.removeItem(key);
    end(how);
    notifyListeners();
    await copies.update((copy) => {
      const more = logout !== null && pendingLogouts.isUnsent(logout) ? [logout] : [];
      return { token: null, replaced: null, userId: null, owed: [...(copy.owed ?? []), ...more] };
    });
    if (logout !== null) await pendingLogouts.forgetOtherCopies(logout);
  }

  /**
   * Saves a new token, which resets the logged-out flag. Without a user id it is another session, whose role is
   * unknown.
   */
  async function save({ token, role, userId }: { token: string; role?: string; userId?: string }): Promise<void> {
    if (userId === undefined) {
      visit += 1;
      for (const key of ['role', 'user_id']) local?.removeItem(key);
    }
    if (role !== undefined) local?.setItem('role', role);
    if (userId !== undefined) local?.setItem('user_id', userId);
    local?.setItem('token', token);
    if (local) forgetEnding(local);
    ending = undefined;
    knownUser = userId ?? null;
    const copy = { token, replaced: null, userId: knownUser };
    // A new session may be at another server.
    const isNew = userId === undefined;
    await copies.update(({ owed, isOurs }) => ({ ...copy, owed, isOurs: !isNew && isOurs }));
    notifyListeners();
  }

  return {
    read,

    /** Returns the user id of the session's owner, or null. */
    async owner(): Promise<string | null> {
      if (local) return local.getItem('token') === null ? null : local.getItem('user_id');
      const copy = await copies.read();
      return copy?.token ? copy.userId : null;
    },

    /**
     * Returns how the session ended (the logged-out flag); undefined where nobody signed out here since the last token.
     */
    ending: (): Ending | undefined => ending,

    /** Returns a number that changes when a person leaves or another one comes: earlier requests are not theirs. */
    visit(): number {
      if (local) followOtherTabs(local);
      return visit;
    },

    isOurs,

    /** Notes that the server of this session has named itself ours. */
    async noteOurs(): Promise<void> {
      if (oursIn === visit) return;
      oursIn = visit;
      await copies.update((copy) => ({ ...copy, isOurs: true }));
    },

    save,

    /** Ends the session here, since the server no longer gives a token. */
    clear: (): Promise<void> => drop('refused', null),

    /** Ends the session here at once, since the person leaves; POST /logout is pending. */
    leave: (): Promise<void> => drop('left', local?.getItem('token') ?? null),

    /**
     * Sends every pending POST /logout, in one tab at a time and never beside a refresh. One without an answer stays pending;
     * `onFailure` is called with that, and with a refusal. Resolves whether none is left.
     */
    async flushLogouts(onFailure: (error: unknown) => void): Promise<boolean> {
      await read();
      return locks.request('session-refresh', () => pendingLogouts.flush(onFailure));
    },

    /**
     * Runs a sign-in after the pending logouts, and keeps its token. No tab sends a logout beside it: the answer to one that was
     * sent with the former cookie would remove the new one. `onFailure` is called for those that stay pending.
     */
    signIn: (ask: () => Promise<string>, onFailure: (error: unknown) => void): Promise<void> =>
      locks.request('session-refresh', async () => {
        await read();
        await pendingLogouts.flush(onFailure);
        await save({ token: await ask() });
      }),

    /** One refresh for any number of parallel 401s, in all tabs and the worker: whoever comes second finds a new token. */
    refresh: (stale: string): Promise<RefreshOutcome> => locks.request('session-refresh', () => refreshAlone(stale)),

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const forget = onOtherTabChange?.(listener);
      return () => {
        listeners.delete(listener);
        forget?.();
      };
    },
  };
}

/** Loads the reader of the answer on demand: it brings a validator along, which the first visit does not need. */
async function ask(...request: Parameters<typeof askForToken>): Promise<RefreshOutcome> {
  try {
    const call = await import('./token-call.ts');
    return await call.askForToken(...request);
  } catch {
    return { kind: 'unavailable', reason: 'network' };
  }
}
