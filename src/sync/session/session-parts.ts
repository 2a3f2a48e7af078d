import type { SessionCopy } from '../store/store-schema.ts';

/** Used part of localStorage, which the worker's types do not know. */
export interface LocalValues {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Storage of the copy in IndexedDB. */
export interface SessionStore {
  readSession(): Promise<SessionCopy | undefined>;
  /** Reads, changes and writes the copy in one transaction. */
  updateSession(change: (copy: SessionCopy | undefined) => SessionCopy): Promise<void>;
}

export type SessionCopies = ReturnType<typeof tolerant>;

const noSession: SessionCopy = { token: null, replaced: null, userId: null };

/**
 * Returns the copy, or none where the browser stores nothing: then no worker needs it.
 * @param limitMs how long it is waited for: a page of an older version may keep the database from opening. What comes too late
 * is undefined, or is written later.
 */
export function tolerant(store: SessionStore, limitMs?: number) {
  let isLate = false;

  function inTime<T>(work: Promise<T>): Promise<T | undefined> {
    if (limitMs === undefined) return work;
    return new Promise((resolve) => {
      const giveUp = () => {
        isLate = true;
        resolve(undefined);
      };
      const timer = setTimeout(giveUp, isLate ? 0 : limitMs);
      void work.then((value) => {
        clearTimeout(timer);
        isLate = false;
        resolve(value);
      });
    });
  }

  return {
    read: (): Promise<SessionCopy | undefined> =>
      inTime(
        store.readSession().then(
          (copy) => copy ?? noSession,
          () => noSession,
        ),
      ),
    update: (change: (copy: SessionCopy) => SessionCopy): Promise<void> =>
      inTime(store.updateSession((copy) => change(copy ?? noSession)).catch(() => undefined)),
  };
}

/** How many replaced tokens are kept: the worker refreshes seldom, and a page's own refresh forgets them. */
const maxReplaced = 20;

/**
 * Returns the copy with the token that the worker got for another. A page may still hold any that was replaced before: it read
 * the copy between two refreshes, or the browser was killed before it wrote localStorage.
 */
export function withRefreshed(copy: SessionCopy, token: string, replaced: string): SessionCopy {
  if (copy.replaced === null) return { ...copy, token, replaced };
  return { ...copy, token, replacedLater: [...(copy.replacedLater ?? []), replaced].slice(-maxReplaced) };
}

/** Whether the worker replaced this token since a page last wrote the copy. */
export function wasReplaced({ replaced, replacedLater = [] }: SessionCopy, token: string): boolean {
  return replaced === token || replacedLater.includes(token);
}
