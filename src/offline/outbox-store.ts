import type { OutboxRow, RenamedId } from './outbox-row.ts';
import type { Use } from './store-connection.ts';

/** What becomes of a person's writes in one step: kept as they are here, or removed. */
export interface OutboxChange {
  put?: readonly OutboxRow[];
  drop?: readonly OutboxRow[];
  renamed?: RenamedId | undefined;
}

/** The outbox's part of the store. A write is on the disk itself before it counts as kept. */
export function outboxStore(use: Use) {
  return {
    /** A person's writes in the order in which they were made. */
    writesOf: (ownerId: string) =>
      use(async (database) => {
        const rows = await database.getAllFromIndex('outbox', 'owner', ownerId);
        return rows.sort((one, other) => one.seq - other.seq);
      }),

    /** Keeps all of these or none, in their order. Throws StorageFullError. */
    addWrites: (rows: readonly Omit<OutboxRow, 'seq'>[]): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
        // The database gives the numbers.
        await Promise.all([...rows.map((row) => transaction.store.add(row as OutboxRow)), transaction.done]);
      }),

    /** Reads a person's writes, and changes them by what `change` makes of them, in one transaction. */
    changeWrites: (ownerId: string, change: (rows: OutboxRow[]) => OutboxChange): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction(['outbox', 'ids'], 'readwrite', { durability: 'strict' });
        const outbox = transaction.objectStore('outbox');
        const rows = await outbox.index('owner').getAll(ownerId);
        const { put = [], drop = [], renamed } = change(rows.sort((one, other) => one.seq - other.seq));
        await Promise.all([
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
