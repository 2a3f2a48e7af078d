import { createStore, promisifyRequest } from 'idb-keyval';

/** One query as the device keeps it. */
export interface KeptQuery {
  key: readonly unknown[];
  /** What the server said, as JSON. */
  text: string;
  /** When it said so, in milliseconds. */
  updatedAt: number;
  /** When it was last read or shown, in milliseconds: what was not needed for longest goes first. */
  usedAt: number;
}

export type KeptQueries = Map<string, KeptQuery>;

/** Raised when what is cached changes its shape: what an older version kept is then discarded. */
const schemaVersion = 2;
/** The row that says whose queries these are; no query's hash looks like it. */
const ownerRow = 'owner';
/** A database that hangs must not keep the screens away: they then ask the server. */
const longestReadMs = 3000;
const database = createStore('protokol-cache', 'queries');

let early: { userId: string; kept: KeptQueries } | undefined;

/** Whose rows these are, and of which shape. */
export const ownerMark = (userId: string) => `${schemaVersion}:${userId}`;

/**
 * What the device holds of this person, by query hash. What is another person's or another version's is discarded,
 * what cannot be read is left out. From here on the device keeps queries for this person alone. Rejects where there is
 * no database, or it does not answer in time.
 */
export function readKept(userId: string): Promise<KeptQueries> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), longestReadMs);
  });
  return Promise.race([endOfTask().then(() => read(userId)), late]).finally(() => clearTimeout(timer));
}

/** What a page stores in the same task, as it does when it is hidden, goes before what is read. */
function endOfTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function read(userId: string): Promise<KeptQueries> {
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
 * Reads what the device holds beside the loading of the app's code. Resolves with false where there is no device to read, or
 * it does not answer in time.
 */
export async function readKeptEarly(userId: string): Promise<boolean> {
  const kept = await readKept(userId).catch(() => undefined);
  early = kept && { userId, kept };
  return kept !== undefined;
}

/** What was read early for this person, once; undefined where it was not. */
export function takeEarly(userId: string): KeptQueries | undefined {
  const found = early?.userId === userId ? early.kept : undefined;
  early = undefined;
  return found;
}

/**
 * Writes what changed; undefined takes a query out. Where another tab has kept something newer, that stays; where the
 * device keeps for somebody else by now, or for nobody, nothing is written.
 */
export async function writeKept(userId: string, changes: ReadonlyMap<string, KeptQuery | undefined>): Promise<void> {
  await database('readwrite', async (store) => {
    const owner = await promisifyRequest<unknown>(store.get(ownerRow));
    if (owner !== ownerMark(userId)) return;
    for (const [hash, change] of changes) {
      if (change === undefined) store.delete(hash);
      else {
        const row = await promisifyRequest<unknown>(store.get(hash));
        if (!isKept(row) || row.updatedAt <= change.updatedAt || row.updatedAt > Date.now()) store.put(change, hash);
      }
    }
    await promisifyRequest(store.transaction);
  });
}

/** Forgets what the device holds of anybody's queries; what a tab still wants to keep for them is not written any more. */
export async function forgetKept(): Promise<void> {
  early = undefined;
  await database('readwrite', (store) => {
    store.clear();
    return promisifyRequest(store.transaction);
  });
}

function isKept(row: unknown): row is KeptQuery {
  if (typeof row !== 'object' || row === null) return false;
  const { key, text, updatedAt, usedAt } = row as Partial<KeptQuery>;
  return Array.isArray(key) && typeof text === 'string' && Number.isFinite(updatedAt) && Number.isFinite(usedAt);
}
