import type { OutboxRow, RenamedId } from './outbox-row.ts';
import type { Use } from './store-connection.ts';

/** What becomes of a person's writes in one step: kept as they are here, or removed. */
export interface OutboxChange {
  /** New ones, in their order: the database gives the numbers. */
  add?: readonly Omit<OutboxRow, 'seq'>[];
  put?: readonly OutboxRow[];
  drop?: readonly OutboxRow[];
  renamed?: RenamedId | undefined;
}

/** The outbox's part of the store. A mutation is on the disk itself before it counts as kept. */
export function outboxStore(use: Use) {
  return {
    /** A person's mutations that the server does not have yet, in the order in which they were made. */
    writesOf: (ownerId: string) =>
      use(async (database) => unsentIn(await database.getAllFromIndex('outbox', 'owner', ownerId))),

    /** Those, and beside them what the server has and no page has put into what it shows yet. */
    allWritesOf: (ownerId: string) =>
      use(async (database) => {
        const rows = await database.getAllFromIndex('outbox', 'owner', ownerId);
        return { unsent: unsentIn(rows), sent: sentIn(rows) };
      }),

    /** Removes one of those. A mutation whose id the provider kept for itself is none: the person names it first. */
    forgetSent: ({ seq }: Pick<OutboxRow, 'seq'>): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction('outbox', 'readwrite');
        const row = await transaction.store.get(seq);
        await Promise.all([row?.state === 'sent' && transaction.store.delete(seq), transaction.done]);
      }),

    /**
     * Reads a person's unsent mutations, and changes them by what `change` makes of them, in one transaction: all of it or
     * nothing. `sent` are those that the server has and that are still here. Throws StorageFullError.
     */
    changeWrites: (
      ownerId: string,
      change: (rows: OutboxRow[], sent: readonly OutboxRow[]) => OutboxChange,
    ): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction(['outbox', 'ids'], 'readwrite', { durability: 'strict' });
        const outbox = transaction.objectStore('outbox');
        const rows = await outbox.index('owner').getAll(ownerId);
        const { add = [], put = [], drop = [], renamed } = change(unsentIn(rows), sentIn(rows));
        await Promise.all([
          ...add.map((row) => outbox.add(row as OutboxRow)),
          ...put.map((row) => outbox.put(row)),
          ...drop.map(({ seq }) => outbox.delete(seq)),
          renamed && transaction.objectStore('ids').put(renamed),
          transaction.done,
        ]);
      }),

    /** Under which ids a provider keeps what this person made. */
    renamedIds: (ownerId: string) =>
      use((database) => database.getAll('ids', IDBKeyRange.bound([ownerId], [ownerId, []]))),
  };
}

function sentIn(rows: OutboxRow[]): OutboxRow[] {
  return rows.filter(({ state }) => state === 'sent');
}

function unsentIn(rows: OutboxRow[]): OutboxRow[] {
  return rows.filter(({ state }) => state !== 'sent').sort((one, other) => one.seq - other.seq);
}
