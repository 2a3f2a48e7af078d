import type { AsyncStorage, PersistedQuery } from '@tanstack/query-persist-client-core';
import { hashKey } from '@tanstack/react-query';
import { beyondBounds, longestKept } from './cache-bounds.ts';
import {
  ownerMark,
  readStoredQueries,
  type StoredChange,
  type StoredQuery,
  takeReadEarly,
  writeStoredQueries,
} from './stored-queries.ts';

/** The use of a row that does not change is noted once in so many milliseconds: it need not be exact, and costs a write. */
const noteUseAfterMs = 3_600_000;
/** Prefix of the persister's keys; the rows on the device are keyed by the query's hash alone. */
export const keyPrefix = 'query';

const hashOf = (key: string) => key.slice(keyPrefix.length + 1);
/** The persister's key of the query with this hash. */
export const storageKeyOf = (hash: string) => `${keyPrefix}-${hash}`;

type StoredRow = StoredQuery | undefined;

/** What this tab knows of a stored query; lengths in characters, times in milliseconds. */
interface Known {
  length: number;
  updatedAt: number;
  usedAt: number;
}

export interface QueryStorage extends AsyncStorage<StoredRow> {
  entries: () => Promise<[key: string, row: StoredQuery][]>;
  removeItem: (key: string) => Promise<void>;
  has: (hash: string) => boolean;
  /** Whether data of this time is stored already. */
  isStored: (hash: string, updatedAt: number) => boolean;
  /** Notes that a stored query is used. Its data stays as the device has it: another tab may have changed it since. */
  noteUse: (hash: string) => void;
}

/**
 * The storage of one person's queries under TanStack's persister. It adds what the persister does not have: the rows of two
 * tabs (stored-queries.ts), the bound of their number and size, and one transaction for all changes of a turn. An undefined
 * row is removed. Without room on the device nothing is stored, and nothing fails.
 */
export function createQueryStorage(userId: string): QueryStorage {
  const known = new Map<string, Known>();
  let changes = new Map<string, StoredChange>();
  let flushing: Promise<void> | undefined;

  const know = (hash: string, { text, updatedAt, usedAt }: StoredQuery) =>
    known.set(hash, { length: text.length, updatedAt, usedAt });

  const flush = async () => {
    flushing = undefined;
    for (const hash of beyondBounds(known)) {
      known.delete(hash);
      changes.set(hash, undefined);
    }
    if (changes.size === 0) return;
    const written = changes;
    changes = new Map();
    const missing = await writeStoredQueries(userId, written).catch(() => written.keys());
    for (const hash of missing) known.delete(hash);
  };
  /** Resolves when the changes so far are written, or have failed. */
  const flushLater = () => {
    // Still in the same task: a hidden page may never run another one.
    flushing ??= Promise.resolve().then(flush);
    return flushing;
  };
  const change = (hash: string, row: StoredRow) => {
    if (row) know(hash, row);
    else known.delete(hash);
    changes.set(hash, row);
    return flushLater();
  };

  return {
    async entries() {
      const rows = takeReadEarly(userId) ?? (await readStoredQueries(userId));
      const found: [string, StoredQuery][] = [];
      for (const [hash, row] of rows) {
        if (hashKey(row.key) === hash) {
          know(hash, row);
          found.push([storageKeyOf(hash), row]);
        } else void change(hash, undefined);
      }
      void flushLater();
      return found;
    },
    // The whole storage is read at once at the start; single queries are never read.
    getItem: () => undefined,
    setItem: (key, row) => change(hashOf(key), row),
    removeItem: (key) => change(hashOf(key), undefined),
    has: (hash) => known.has(hash),
    isStored: (hash, updatedAt) => known.get(hash)?.updatedAt === updatedAt,
    noteUse(hash) {
      const row = known.get(hash);
      const usedAt = Date.now();
      if (!row || usedAt - row.usedAt < noteUseAfterMs) return;
      known.set(hash, { ...row, usedAt });
      changes.set(hash, { usedAt });
      void flushLater();
    },
  };
}

/** Returns a query as the device stores it; undefined where it is too long, or cannot be written as JSON. */
export function serialize({ queryKey, state }: PersistedQuery): StoredRow {
  const text = toKeptJson(state.data);
  if (text === undefined || text.length > longestKept) return undefined;
  return { key: queryKey, text, updatedAt: state.dataUpdatedAt, usedAt: Date.now() };
}

/**
 * @param userId the rows belong to this person and this version, else they would not have been read (stored-queries.ts)
 * @throws for truncated text, and for data from the future, which means that the clock was set back since
 */
export function deserialize(row: StoredRow, userId: string): PersistedQuery {
  if (!row || row.updatedAt > Date.now()) throw new Error('not from the past');
  const { key: queryKey, text, updatedAt: dataUpdatedAt } = row;
  const state = { ...restoredState, data: JSON.parse(text), dataUpdatedAt };
  return { buster: ownerMark(userId), queryHash: hashKey(queryKey), queryKey, state };
}

/** What the type asks for beside the data and its time; the persister restores these two alone. */
const restoredState = {
  dataUpdateCount: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
} as const;

/**
 * Returns the data of a query as JSON; undefined where it has none. URLs are kept without their query string: they are
 * signed, open the file to whoever has them, and expire. The bare URL fails where it is used, and is then fetched anew.
 */
function toKeptJson(data: unknown): string | undefined {
  return JSON.stringify(data, (name, value: unknown) =>
    typeof value === 'string' && /url$/i.test(name) ? value.split('?', 1)[0] : value,
  );
}
