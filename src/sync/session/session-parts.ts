import type { SessionCopy } from '../store/store-schema.ts';

/** The part of localStorage that is used; the worker's types do not know it. */
export interface LocalValues {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Where the copy in IndexedDB lies. */
export interface SessionStore {
  readSession(): Promise<SessionCopy | undefined>;
  /** Reads, changes and writes it in one transaction. */
  updateSession(change: (copy: SessionCopy | undefined) => SessionCopy): Promise<void>;
}

export type SessionCopies = ReturnType<typeof tolerant>;

const noSession: SessionCopy = { token: null, replaced: null, userId: null };

/** The copy, or none where the browser keeps none: then there is no worker that could need it. */
export function tolerant(store: SessionStore) {
  return {
    read: async (): Promise<SessionCopy> => (await store.readSession().catch(() => undefined)) ?? noSession,
    update: (change: (copy: SessionCopy) => SessionCopy): Promise<void> =>
      store.updateSession((copy) => change(copy ?? noSession)).catch(() => undefined),
  };
}
