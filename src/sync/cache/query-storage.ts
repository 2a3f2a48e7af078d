import type { AsyncStorage, PersistedQuery } from '@tanstack/query-persist-client-core';
import { hashKey } from '@tanstack/react-query';
import { beyondBounds, longestKept } from './cache-bounds.ts';
import { type KeptQuery, ownerMark, readKept, takeEarly, writeKept } from './kept-queries.ts';

/** A row is written again for its time of use alone after this many milliseconds. */
const noteUseAfterMs = 3_600_000;
/** The persister's keys begin with it; the rows of the device are keyed by the query's hash alone. */
export const keyPrefix = 'query';

const hashOf = (key: string) => key.slice(keyPrefix.length + 1);
/** The persister's key of the query with this hash. */
export const storageKeyOf = (hash: string) => `${keyPrefix}-${hash}`;

type StoredRow = KeptQuery | undefined;

/** What this tab knows of a stored query; lengths in characters, times in milliseconds. */
interface Known {
  length: number;
  updatedAt: number;
  usedAt: number;
}

export interface QueryStorage extends AsyncStorage<StoredRow> {
  entries: () => Promise<[key: string, row: KeptQuery][]>;
  removeItem: (key: string) => void;
  has: (hash: string) => boolean;
  /** Whether the data of this time is stored already. */
  isStored: (hash: string, updatedAt: number) => boolean;
}

/**
 * The storage of one person's queries under TanStack's persister. It adds what the persister does not have: the rows of two
 * tabs (kept-queries.ts), the bound of their number and size, and one transaction for all changes of a turn. An undefined
 * row is removed. Without room on the device nothing is stored, and nothing fails.
 */
export function createQueryStorage(userId: string): QueryStorage {
  const known = new Map<string, Known>();
  let changes = new Map<string, StoredRow>();
  let isFlushing = false;

  const know = (hash: string, { text, updatedAt, usedAt }: KeptQuery) =>
    known.set(hash, { length: text.length, updatedAt, usedAt });

  const flush = () => {
    isFlushing = false;
    for (const hash of beyondBounds(known)) {
      known.delete(hash);
      changes.set(hash, undefined);
    }
    if (changes.size === 0) return;
    const written = changes;
    changes = new Map();
    writeKept(userId, written).catch(() => {
      for (const hash of written.keys()) known.delete(hash);
    });
  };
  const flushLater = () => {
    if (isFlushing) return;
    isFlushing = true;
    // In the same task still: a page that was hidden may never run another one.
    queueMicrotask(flush);
  };
  const change = (hash: string, row: StoredRow) => {
    if (row) know(hash, row);
    else known.delete(hash);
    changes.set(hash, row);
    flushLater();
  };

  return {
    async entries() {
      const rows = takeEarly(userId) ?? (await readKept(userId));
      const found: [string, KeptQuery][] = [];
      for (const [hash, row] of rows) {
        if (hashKey(row.key) === hash) {
          know(hash, row);
          found.push([storageKeyOf(hash), row]);
        } else change(hash, undefined);
      }
      flushLater();
      return found;
    },
    // The whole storage is read at once at the start; a single query is never asked for.
    getItem: () => undefined,
    setItem: (key, row) => change(hashOf(key), row),
    removeItem: (key) => change(hashOf(key), undefined),
    has: (hash) => known.has(hash),
    isStored(hash, updatedAt) {
      const row = known.get(hash);
      return row?.updatedAt === updatedAt && Date.now() - row.usedAt < noteUseAfterMs;
    },
  };
}

/** A query as the device stores it; undefined for one that is too long, or has no JSON. */
export function serialize({ queryKey, state }: PersistedQuery): StoredRow {
  const text = toKeptJson(state.data);
  if (text === undefined || text.length > longestKept) return undefined;
  return { key: queryKey, text, updatedAt: state.dataUpdatedAt, usedAt: Date.now() };
}

/**
 * @param userId rows belong to this person and this version, or they would not have been read (kept-queries.ts)
 * @throws for text that breaks off, and for data from the future: the clock was set back since
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
 * What a query holds as JSON; undefined for what has none. The query of an address is left out: it is signed, opens the
 * file to whoever has it, and goes out of date. The bare address fails where it is used, and is then asked for anew.
 */
function toKeptJson(data: unknown): string | undefined {
  return JSON.stringify(data, (name, value: unknown) =>
    typeof value === 'string' && /url$/i.test(name) ? value.split('?', 1)[0] : value,
  );
}
