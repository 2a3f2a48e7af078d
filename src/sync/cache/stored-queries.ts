import { createStore, promisifyRequest } from 'idb-keyval';

/** One query as the device keeps it. */
export interface StoredQuery {
  key: readonly unknown[];
  /** The server's answer, as JSON. */
  text: string;
  /** Time of that answer, in epoch milliseconds. */
  updatedAt: number;
  /** Time at which it was last read or shown, in epoch milliseconds: the least recently used query is removed first. */
  usedAt: number;
}

export type StoredQueries = Map<string, StoredQuery>;

/** A query to write, or only its time of use; undefined deletes it. */
export type StoredChange = StoredQuery | Pick<StoredQuery, 'usedAt'> | undefined;

/** Raised when the shape of the cached data changes: queries kept by an older version are then discarded. */
const schemaVersion = 2;
/** Key of the row that names the owner of the queries; no query's hash looks like it. */
const ownerRow = 'owner';
/** Time limit of the first read: a database that hangs must not hold up the screens, which then ask the server. */
const longestReadMs = 3000;
const database = createStore('protokol-cache', 'queries');

let early: { userId: string; kept: StoredQueries } | undefined;

/** Returns the owner and schema version of the stored rows. */
export const ownerMark = (userId: string) => `${schemaVersion}:${userId}`;

/**
 * Resolves with the kept queries of this person, by query hash. Discards the queries of another person or another
 * version, and leaves out unreadable rows. From here on the device keeps queries for this person alone. Rejects where
 * there is no database, or it does not answer in time.
 */
export function readStoredQueries(userId: string): Promise<StoredQueries> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), longestReadMs);
  });
  return Promise.race([endOfTask().then(() => read(userId)), late]).finally(() => clearTimeout(timer));
}

/** Lets everything that the page stores in the same task, as it does when hidden, be written before the read. */
function endOfTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function read(userId: string): Promise<StoredQueries> {
  return database('readwrite', async (store) => {
    const [owner, hashes, rows] = await Promise.all([
      promisifyRequest<unknown>(store.get(ownerRow)),
      promisifyRequest(store.getAllKeys()),
      promisifyRequest<unknown[]>(store.getAll()),
    ]);
    if (owner !== ownerMark(userId)) {
      store.clear();
      store.put(ownerMark(userId), ownerRow);
      return new Map();
    }
    return new Map(
      rows.flatMap((row, index) => (isKept(row) && hashes[index] !== ownerRow ? [[String(hashes[index]), row]] : [])),
    );
  });
}

/**
 * Reads the kept queries while the app's code is still loading. Resolves with false where there is no database, or it
 * does not answer in time.
 */
export async function readStoredEarly(userId: string): Promise<boolean> {
  const kept = await readStoredQueries(userId).catch(() => undefined);
  early = kept && { userId, kept };
  return kept !== undefined;
}

/** Returns the queries that were read early for this person, once; undefined where there are none. */
export function takeReadEarly(userId: string): StoredQueries | undefined {
  const found = early?.userId === userId ? early.kept : undefined;
  early = undefined;
  return found;
}

/**
 * Writes the changed queries. A newer row kept by another tab stays. Nothing is written where the device keeps queries for
 * somebody else by then, or for nobody. Resolves with the hashes whose use could not be noted, since their row is gone.
 */
export async function writeStoredQueries(
  userId: string,
  changes: ReadonlyMap<string, StoredChange>,
): Promise<Iterable<string>> {
  return database('readwrite', async (store) => {
    const missing: string[] = [];
    const owner = await promisifyRequest<unknown>(store.get(ownerRow));
    if (owner !== ownerMark(userId)) return missing;
    for (const [hash, change] of changes) {
      if (change === undefined) {
        store.delete(hash);
        continue;
      }
      const row = await promisifyRequest<unknown>(store.get(hash));
      if ('text' in change) {
        if (!isKept(row) || row.updatedAt <= change.updatedAt || row.updatedAt > Date.now()) store.put(change, hash);
      } else if (isKept(row)) store.put({ ...row, ...change }, hash);
      else missing.push(hash);
    }
    await promisifyRequest(store.transaction);
    return missing;
  });
}

/** Deletes everybody's kept queries; later writes of open tabs for their former owner have no effect. */
export async function deleteStoredQueries(): Promise<void> {
  early = undefined;
  await database('readwrite', (store) => {
    store.clear();
    return promisifyRequest(store.transaction);
  });
}

function isKept(row: unknown): row is StoredQuery {
  if (typeof row !== 'object' || row === null) return false;
  const { key, text, updatedAt, usedAt } = row as Partial<StoredQuery>;
  return Array.isArray(key) && typeof text === 'string' && Number.isFinite(updatedAt) && Number.isFinite(usedAt);
}
