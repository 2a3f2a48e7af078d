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

/** Returns the copy, or none where the browser stores nothing: then no worker needs it. */
export function tolerant(store: SessionStore) {
  return {
    read: async (): Promise<SessionCopy> => (await store.readSession().catch(() => undefined)) ?? noSession,
    update: (change: (copy: SessionCopy) => SessionCopy): Promise<void> =>
      store.updateSession((copy) => change(copy ?? noSession)).catch(() => undefined),
  };
}
