import { dependentsOf, type NewMutation, needsPerson, type OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { renamed } from './after-answer.ts';
import { cancelledByDeletion } from './cancelled-by-deletion.ts';
import { withNewIds } from './new-row.ts';
import { type Rebase, rebased } from './rebase.ts';

interface RowChoiceDeps {
  store: Pick<Store, 'changeOutbox'>;
  newId(): string;
  rebase: Rebase;
  owner(): string | null;
  queued(): readonly OutboxRow[];
  /** Tells the other tabs that the rows have changed, and reads them again here. */
  announceChange(): Promise<void>;
  drain(): void;
}

/** What a person may choose for their unsent mutations: to send them again, give them up, or call them off. */
export function createRowChoices(deps: RowChoiceDeps) {
  const { store, newId, rebase, queued, announceChange, drain } = deps;

  /** Drops a mutation with these others. Mutations that are based on it are rebased. */
  async function drop(row: OutboxRow, others: readonly OutboxRow[]): Promise<void> {
    await store.changeOutbox(row.ownerId, (rows) => {
      // Another mutation may have taken the place of one, under its number: that one stays.
      const isDropped = (each: OutboxRow) => [row, ...others].some(({ seq, id }) => seq === each.seq && id === each.id);
      const dropped = rows.filter(isDropped);
      if (!dropped.some(({ id }) => id === row.id)) return { drop: dropped };
      const left = rows.filter((each) => !isDropped(each));
      const { put, drop } = rebased(left, row, undefined, rebase);
      return { put, drop: [...dropped, ...drop] };
    });
    await announceChange();
  }

  /** Changes a mutation for which `may` returns true, and sends what can be sent. Resolves whether it was found. */
  async function decide(
    id: string,
    change: Partial<OutboxRow>,
    may: (row: OutboxRow) => boolean = needsPerson,
  ): Promise<boolean> {
    const ownerId = deps.owner();
    if (ownerId === null) return false;
    let isFound = false;
    await store.changeOutbox(ownerId, (rows, _, ids) => {
      const row = rows.find((each) => each.id === id && may(each) && !cancelledByDeletion(rows).has(id));
      isFound = row !== undefined;
      if (!row) return {};
      // The server may have a mutation that `begun`: it stays so until an answer to the same key comes.
      const decided = { ...row, ...retried, begun: row.begun && row.state === 'waiting', ...change };
      // The person's form may still know a thing by the id of this device.
      const now = withNewIds(decided, 'variables' in change ? ids : []);
      const { put, drop } = 'variables' in change ? rebased(rows, row, now, rebase) : { put: [], drop: [] };
      return { put: [now, ...put], drop };
    });
    await announceChange();
    drain();
    return isFound;
  }

  return {
    drop,

    /** Sends a mutation that was refused, or waits for its time, once more as it is. */
    retry: (id: string): Promise<boolean> => decide(id, {}, (row) => needsPerson(row) || row.nextAttemptAt !== null),
    /**
     * Sends a mutation as the person corrected it after a refusal or a conflict. Resolves false where it no longer
     * waits for the person: another tab sent or discarded it.
     */
    resolveMutation: (id: string, change: Pick<NewMutation, 'variables' | 'request' | 'brings'> & { title?: string }) =>
      decide(id, { ...change, id: newId(), rekeyed: true }),
    /**
     * Changes a mutation that has not been sent: the person changed the same thing once more. Resolves false where it may
     * have been sent, or is gone.
     */
    editUnsent: (id: string, change: Pick<NewMutation, 'variables' | 'request' | 'brings'> & { title?: string }) =>
      decide(id, { ...change, id: newId(), rekeyed: true }, ({ state, begun }) => state === 'waiting' && !begun),
    /**
     * Records that the provider took the mutation, or which id it gave, as the person knows: its dependents are sent.
     */
    async confirmOutcome(id: string, given?: string | number): Promise<void> {
      const ownerId = deps.owner();
      if (ownerId === null) return;
      await store.changeOutbox(ownerId, (rows) => {
        const row = rows.find((each) => each.id === id);
        if (!row) return {};
        return row.creates === undefined || given === undefined ? { drop: [row] } : renamed(rows, row, given);
      });
      await announceChange();
      drain();
    },
    /** Drops a mutation for good, with those that cannot be sent without it (`dependentsOf`). */
    async discard(id: string): Promise<void> {
      const row = queued().find((each) => each.id === id);
      if (row) await drop(row, dependentsOf(queued(), row));
      drain();
    },

    /**
     * Drops a mutation, with those that cannot be sent without it, unless it may have been sent. Resolves whether it was
     * dropped; a sent one can only be undone by another mutation.
     */
    async cancel(id: string): Promise<boolean> {
      const ownerId = deps.owner();
      if (ownerId === null) return false;
      let wasCancelled = false;
      await store.changeOutbox(ownerId, (rows) => {
        const row = rows.find((each) => each.id === id && !each.begun);
        wasCancelled = row !== undefined;
        return row ? { drop: [row, ...dependentsOf(rows, row)] } : {};
      });
      await announceChange();
      return wasCancelled;
    },

    /** Returns the mutations that must be discarded with it. */
    dependentsOf: (id: string): OutboxRow[] => {
      const row = queued().find((each) => each.id === id);
      return row ? dependentsOf(queued(), row) : [];
    },
  };
}

/** The fields of a mutation that is tried anew. */
const retried = { state: 'waiting', begun: false, attempt: 0, nextAttemptAt: null, fault: null } as const;
