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
  /** Calls back when another tab changed the session; returns the unsubscribe. */
  onForeignChange?(listener: () => void): () => void;
}

export type Session = ReturnType<typeof createSession>;

const noSession: SessionCopy = { token: null, replaced: null, userId: null };

/**
 * The token of page and worker. The page keeps it in localStorage under the specification's keys `token`, `role` and
 * `user_id`; the worker reads a copy in IndexedDB, and leaves there which token it replaced when it refreshed.
 */
export function createSession({ local, copies, fetch, locks, onForeignChange }: SessionDeps) {
  const listeners = new Set<() => void>();
  let reconciled: Promise<void> | undefined;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  // A browser that keeps no copy has no worker that could need it.
  const readCopy = async () => (await copies.readSession().catch(() => undefined)) ?? noSession;
  const writeCopy = (copy: SessionCopy) => copies.writeSession(copy).catch(() => undefined);

  /** localStorage is the truth of the page, unless the worker replaced just that token while no page was open. */
  async function reconcile(page: LocalValues): Promise<void> {
    const copy = await readCopy();
    const token = page.getItem('token');
    const userId = page.getItem('user_id');
    if (token !== null && copy.replaced === token && copy.token !== null) page.setItem('token', copy.token);
    else if (copy.token !== token || copy.userId !== userId) await writeCopy({ token, replaced: null, userId });
  }

  /** The token for the next request; null when signed out. */
  async function read(): Promise<string | null> {
    if (!local) return (await readCopy()).token;
    reconciled ??= reconcile(local);
    await reconciled;
    return local.getItem('token');
  }

  async function keep(token: string, replaced: string): Promise<void> {
    const copy = await readCopy();
    if (local) {
      local.setItem('token', token);
      await writeCopy({ token, replaced: null, userId: local.getItem('user_id') });
    } else {
      // A page may still hold the token of before the first of several refreshes.
      await writeCopy({ ...copy, token, replaced: copy.replaced ?? replaced });
    }
  }

  async function refreshAlone(stale: string): Promise<RefreshOutcome> {
    const current = await read();
    if (current === null) return { kind: 'no-token' };
    if (current !== stale) return { kind: 'token', token: current };
    if (local) {
      await reconcile(local);
      const adopted = local.getItem('token');
      if (adopted !== null && adopted !== stale) return { kind: 'token', token: adopted };
    }
    const outcome = await askForToken(fetch, stale);
    if (outcome.kind !== 'token') return outcome;
    // Signed out while the answer was under way: it must not bring the person back.
    if ((await read()) !== stale) return { kind: 'no-token' };
    await keep(outcome.token, stale);
    return outcome;
  }

  return {
    read,

    /** Whose session this is: the user id, or null. */
    async owner(): Promise<string | null> {
      if (local) return local.getItem('token') === null ? null : local.getItem('user_id');
      const copy = await readCopy();
      return copy.token === null ? null : copy.userId;
    },

    async save(values: { token: string; role?: string; userId?: string }): Promise<void> {
      if (values.role !== undefined) local?.setItem('role', values.role);
      if (values.userId !== undefined) local?.setItem('user_id', values.userId);
      local?.setItem('token', values.token);
      await writeCopy({ token: values.token, replaced: null, userId: local?.getItem('user_id') ?? null });
      tell();
    },

    async clear(): Promise<void> {
      for (const key of ['token', 'role', 'user_id']) local?.removeItem(key);
      await writeCopy(noSession);
      tell();
    },

    /** One refresh for any number of parallel 401s, in all tabs and the worker: whoever comes second finds a new token. */
    refresh: (stale: string): Promise<RefreshOutcome> => locks.request('session-refresh', () => refreshAlone(stale)),

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const forget = onForeignChange?.(listener);
      return () => {
        listeners.delete(listener);
        forget?.();
      };
    },
  };
}

const answerMs = 30_000;

async function askForToken(fetch: typeof globalThis.fetch, stale: string): Promise<RefreshOutcome> {
  try {
    const response = await fetch('/api/refresh', {
      method: 'POST',
      headers: { Accept: 'application/json', Authorization: `Bearer ${stale}` },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(answerMs),
    });
    return readToken(response, await response.text());
  } catch {
    return { kind: 'unavailable', reason: 'network' };
  }
}

/** Only an answer that is surely the server's own «no» ends a session. */
function readToken(response: Response, text: string): RefreshOutcome {
  const { status, redirected, headers } = response;
  if (status >= 500 || status === 408 || status === 429) return { kind: 'unavailable', reason: String(status) };
  if (redirected || headers.get('Content-Type')?.startsWith('text/html'))
    return { kind: 'unavailable', reason: 'html' };
  if (!response.ok) return { kind: 'no-token' };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'unavailable', reason: 'broken' };
  }
  try {
    return { kind: 'token', token: readItem(tokenReply, body).token };
  } catch {
    return { kind: 'no-token' };
  }
}
