import type { NewOutboxRow, OutboxRow, RenamedId } from './outbox-row.ts';
import type { Use } from './store-connection.ts';

/** A change of a person's rows in one transaction. */
export interface OutboxChange {
  /** New rows, in their order: the database gives the numbers. */
  add?: readonly NewOutboxRow[];
  put?: readonly OutboxRow[];
  drop?: readonly OutboxRow[];
  renamed?: RenamedId | undefined;
}

/** The outbox's part of the store. A mutation is on the disk before it counts as queued. */
export function outboxStore(use: Use) {
  return {
    /** Resolves with the mutations that the server does not have yet, in the order in which they were made. */
    unsentMutations: (ownerId: string) =>
      use(async (database) => unsentIn(await database.getAllFromIndex('outbox', 'owner', ownerId))),

    /** Resolves with these, and with the `sent` rows, whose result no page has shown yet. */
    outboxRows: (ownerId: string) =>
      use(async (database) => {
        const rows = await database.getAllFromIndex('outbox', 'owner', ownerId);
        return { unsent: unsentIn(rows), sent: sentIn(rows) };
      }),

    /**
     * Removes a `sent` row. One in state `unnamed` stays: the person names its id first. So does another in its place, under
     * another id.
     */
    forgetSent: ({ seq, id }: Pick<OutboxRow, 'seq' | 'id'>): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction('outbox', 'readwrite');
        const row = await transaction.store.get(seq);
        const isSame = row?.state === 'sent' && row.id === id;
        await Promise.all([isSame && transaction.store.delete(seq), transaction.done]);
      }),

    /**
     * Changes a person's rows in one transaction, by what `change` returns for the unsent mutations, the `sent` rows and the ids
     * that a provider has given. Throws StorageFullError.
     */
    changeOutbox: (
      ownerId: string,
      change: (rows: OutboxRow[], sent: readonly OutboxRow[], ids: readonly RenamedId[]) => OutboxChange,
    ): Promise<void> =>
      use(async (database) => {
        const transaction = database.transaction(['outbox', 'ids'], 'readwrite', { durability: 'strict' });
        const outbox = transaction.objectStore('outbox');
        const [rows, ids] = await Promise.all([
          outbox.index('owner').getAll(ownerId),
          transaction.objectStore('ids').getAll(idsOf(ownerId)),
        ]);
        const { add = [], put = [], drop = [], renamed } = change(unsentIn(rows), sentIn(rows), ids);
        await Promise.all([
          ...add.map((row) => outbox.add(row as OutboxRow)),
          ...put.map((row) => outbox.put(row)),
          ...drop.map(({ seq }) => outbox.delete(seq)),
          renamed && transaction.objectStore('ids').put(renamed),
          transaction.done,
        ]);
      }),

    /** Resolves with the ids that a provider gave to what this person created. */
    renamedIds: (ownerId: string) => use((database) => database.getAll('ids', idsOf(ownerId))),
  };
}

function idsOf(ownerId: string): IDBKeyRange {
  return IDBKeyRange.bound([ownerId], [ownerId, []]);
}

function sentIn(rows: OutboxRow[]): OutboxRow[] {
  return rows.filter(({ state }) => state === 'sent');
}

function unsentIn(rows: OutboxRow[]): OutboxRow[] {
  return rows.filter(({ state }) => state !== 'sent').sort((one, other) => one.seq - other.seq);
}
