import { type IDBPDatabase, openDB } from 'idb';
import { createStore } from 'zustand/vanilla';
import { databaseVersion, type QueueSchema, upgradeDatabase } from './store-schema.ts';

type Database = IDBPDatabase<QueueSchema>;

/** Runs work on the open database; the connection behind it may change from one use to the next. */
export type Use = <T>(work: (database: Database) => Promise<T>) => Promise<T>;

/**
 * The database's schema as this version of the app sees it: a `newer` version has upgraded it since the page was opened, or its
 * own upgrade is `blocked` by a page of an older version that does not let go.
 */
export type SchemaStatus = 'current' | 'newer' | 'blocked';

export interface DatabaseShape {
  version: number;
  upgrade(database: Database, from: number): void;
}

const ownShape: DatabaseShape = { version: databaseVersion, upgrade: upgradeDatabase };

/** The one connection of a page or worker to the queue's database: opened when first used, and again when it is lost. */
export function createConnection(name: string, shape: DatabaseShape = ownShape) {
  const connection = createStore<{ schemaStatus: SchemaStatus }>(() => ({ schemaStatus: 'current' }));
  let opened: Promise<Database> | undefined;
  let wasOwn = false;

  function become(next: SchemaStatus): void {
    if (next !== connection.getState().schemaStatus) connection.setState({ schemaStatus: next });
  }

  function open(): Promise<Database> {
    if (opened) return opened;
    const opening: Promise<Database> = connect({
      // Another version wants to upgrade: this connection would block it.
      blocking(_from: number, to: number | null) {
        if (to !== null && to > shape.version) become('newer');
        forget(opening, true);
      },
      terminated: () => forget(opening, false),
    });
    opened = opening;
    opening.catch(() => forget(opening, false));
    return opening;
  }

  async function connect(callbacks: { blocking(from: number, to: number | null): void; terminated(): void }) {
    try {
      const database = await openDB<QueueSchema>(name, shape.version, {
        ...callbacks,
        upgrade: (upgraded, from) => shape.upgrade(upgraded, from),
        // An older page that is frozen, or at work, does not close at once: this waits for as long as that takes.
        blocked: () => become('blocked'),
      });
      wasOwn = true;
      become('current');
      return database;
    } catch (error) {
      if (!isOlder(error)) throw error;
    }
    // Where it was newer from the start, a withdrawn version left it: reloading the page would change nothing.
    if (wasOwn) become('newer');
    return openDB<QueueSchema>(name, undefined, {
      ...callbacks,
      // The database was deleted in between: the next use creates it anew with the right schema.
      upgrade: (_database, _from, _to, transaction) => transaction.abort(),
    });
  }

  function forget(lost: Promise<Database> | undefined, close: boolean): void {
    if (opened === lost) opened = undefined;
    if (close) void lost?.then((database) => database.close()).catch(() => undefined);
  }

  return {
    schemaStatus: (): SchemaStatus => connection.getState().schemaStatus,
    /** Subscribes to changes of the schema status; returns the unsubscribe. */
    subscribe: connection.subscribe,

    /** Runs the work once more on a new connection where the old one was lost: in WebKit it never recovers. */
    use: (async (work) => {
      const used = open();
      try {
        return await work(await used);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        forget(used, true);
        return work(await open());
      }
    }) as Use,

    close: (): void => forget(opened, true),
  };
}

/**
 * Whether the database is newer than this version of the app, as after an update or a roll-back. Upgrades only add, so
 * the app goes on with the stores that it knows: nothing is lost while the person finishes their work.
 */
function isOlder(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'VersionError';
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');
}

/** Whether the browser lets this site keep nothing at all, as where all cookies are blocked: then nothing can be left there. */
export function isStorageForbidden(error: unknown): boolean {
  return (error instanceof DOMException && error.name === 'SecurityError') || typeof indexedDB === 'undefined';
}
