import { readItem } from '#contract/envelope.ts';
import { tokenReply } from '#contract/session.ts';
import type { SessionCopy } from './store-schema.ts';

export type RefreshOutcome =
  | { kind: 'token'; token: string }
  /** The server gave none: the person is signed out. */
  | { kind: 'no-token' }
  /** It could not be asked: nothing is known, and nothing is lost. */
  | { kind: 'unavailable'; reason: string };

/** The part of localStorage that is used; the worker's types do not know it. */
interface LocalValues {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface SessionDeps {
  /** The page's localStorage; null in the worker, which has none. */
  local: LocalValues | null;
  copies: { readSession(): Promise<SessionCopy | undefined>; writeSession(copy: SessionCopy): Promise<void> };
  fetch: typeof fetch;
  locks: Pick<LockManager, 'request'>;
}

export type Session = ReturnType<typeof createSession>;

const noSession: SessionCopy = { token: null, replaced: null, userId: null };

/**
 * The token of page and worker. The page keeps it in localStorage under the specification's keys `token`, `role` and
 * `user_id`; the worker reads a copy in IndexedDB, and leaves there which token it replaced when it refreshed.
 */
export function createSession({ local, copies, fetch, locks }: SessionDeps) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  /** The token for the next request; null when signed out. */
  async function read(): Promise<string | null> {
    if (!local) return ((await copies.readSession()) ?? noSession).token;
    const token = local.getItem('token');
    const copy = (await copies.readSession().catch(() => undefined)) ?? noSession;
    const workerRefreshed = token !== null && copy.replaced === token && copy.token !== null;
    if (workerRefreshed && copy.token !== null) local.setItem('token', copy.token);
    return workerRefreshed ? copy.token : token;
  }

  async function keep(token: string, replaced: string | null): Promise<void> {
    const before = (await copies.readSession().catch(() => undefined)) ?? noSession;
    const userId = local ? local.getItem('user_id') : before.userId;
    if (local) local.setItem('token', token);
    await copies.writeSession({ token, replaced: local ? null : replaced, userId });
  }

  /** Whose session this is: the user id, or null. */
  async function owner(): Promise<string | null> {
    if (local) return local.getItem('token') === null ? null : local.getItem('user_id');
    const copy = (await copies.readSession()) ?? noSession;
    return copy.token === null ? null : copy.userId;
  }

  async function save(values: { token: string; role?: string; userId?: string }): Promise<void> {
    if (values.role !== undefined) local?.setItem('role', values.role);
    if (values.userId !== undefined) local?.setItem('user_id', values.userId);
    await keep(values.token, null);
    tell();
  }

  async function clear(): Promise<void> {
    for (const key of ['token', 'role', 'user_id']) local?.removeItem(key);
    await copies.writeSession(noSession);
    tell();
  }

  /** One refresh for any number of parallel 401s, in all tabs and the worker: whoever comes second finds a new token. */
  function refresh(stale: string): Promise<RefreshOutcome> {
    return locks.request('session-refresh', async (): Promise<RefreshOutcome> => {
      const current = await read();
      if (current === null) return { kind: 'no-token' };
      if (current !== stale) return { kind: 'token', token: current };
      const outcome = await askForToken(fetch, stale);
      if (outcome.kind !== 'token') return outcome;
      // Signed out while the answer was under way: it must not bring the person back.
      if ((await read()) !== stale) return { kind: 'no-token' };
      await keep(outcome.token, stale);
      return outcome;
    });
  }

  return {
    read,
    owner,
    save,
    clear,
    refresh,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function askForToken(fetch: typeof globalThis.fetch, stale: string): Promise<RefreshOutcome> {
  let response: Response;
  try {
    response = await fetch('/api/refresh', {
      method: 'POST',
      headers: { Accept: 'application/json', Authorization: `Bearer ${stale}` },
      credentials: 'same-origin',
    });
  } catch {
    return { kind: 'unavailable', reason: 'network' };
  }
  if (response.status >= 500 || response.status === 429)
    return { kind: 'unavailable', reason: String(response.status) };
  if (response.redirected || response.headers.get('Content-Type')?.startsWith('text/html'))
    return { kind: 'unavailable', reason: 'html' };
  if (!response.ok) return { kind: 'no-token' };
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    return { kind: 'unavailable', reason: 'broken' };
  }
  try {
    return { kind: 'token', token: readItem(tokenReply, body).token };
  } catch {
    return { kind: 'no-token' };
  }
}
