import { dependentsOf, type NewMutation, needsPerson, type OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { renamed } from './answer.ts';
import { withdrawnIn } from './hold.ts';
import { type Rebase, rebased } from './rebase.ts';

interface DecisionDeps {
  store: Pick<Store, 'changeWrites'>;
  newId(): string;
  rebase: Rebase;
  owner(): string | null;
  kept(): readonly OutboxRow[];
  /** What is kept changed: every tab shows it. */
  changed(): Promise<void>;
  drain(): void;
}

/** What a person decides about their unsent mutations. */
export function createDecisions(deps: DecisionDeps) {
  const { store, newId, rebase, kept, changed, drain } = deps;

  /** Drops a mutation with these others; what was made over it goes without it. */
  async function drop(row: OutboxRow, others: readonly OutboxRow[]): Promise<void> {
    await store.changeWrites(row.ownerId, (rows) => {
      const gone = [row, ...others];
      const left = rows.filter(({ seq }) => gone.every((each) => each.seq !== seq));
      const { put, drop } = rebased(left, row, undefined, rebase);
      return { put, drop: [...gone, ...drop] };
    });
    await changed();
  }

  /** Changes a mutation that waits for the person, and sends what can go now. Resolves whether it still waited. */
  async function decide(
    id: string,
    change: Partial<OutboxRow>,
    may: (row: OutboxRow) => boolean = needsPerson,
  ): Promise<boolean> {
    const ownerId = deps.owner();
    if (ownerId === null) return false;
    let isFound = false;
    await store.changeWrites(ownerId, (rows) => {
      const row = rows.find((each) => each.id === id && may(each) && !withdrawnIn(rows).has(id));
      isFound = row !== undefined;
      if (!row) return {};
      // What may have been taken stays so until an answer comes: it is asked for by the same key.
      const now = { ...row, ...again, begun: row.begun && row.state === 'waiting', ...change };
      const { put, drop } = 'variables' in change ? rebased(rows, row, now, rebase) : { put: [], drop: [] };
      return { put: [now, ...put], drop };
    });
    await changed();
    drain();
    return isFound;
  }

  return {
    drop,

    /** Sends what was refused, or waits for its time, once more as it is. */
    retry: (id: string): Promise<boolean> => decide(id, {}, (row) => needsPerson(row) || row.nextAttemptAt !== null),
    /**
     * Sends it in another form: what the person made of it after a refusal or a conflict. Resolves false where it does
     * not wait for that any more: another tab sent or discarded it.
     */
    resolveMutation: (id: string, change: Pick<NewMutation, 'variables' | 'request' | 'brings'> & { title?: string }) =>
      decide(id, { ...change, id: newId() }),
    /**
     * Makes something else of a mutation that has not left yet: the person changed the same thing once more. Resolves false
     * where it may have left, or is gone.
     */
    editUnsent: (id: string, change: Pick<NewMutation, 'variables' | 'request' | 'brings'> & { title?: string }) =>
      decide(id, { ...change, id: newId() }, ({ state, begun }) => state === 'waiting' && !begun),
    /** The person knows that the provider took it, or under which id: what waits for it goes on. */
    async settle(id: string, given?: string | number): Promise<void> {
      const ownerId = deps.owner();
      if (ownerId === null) return;
      await store.changeWrites(ownerId, (rows) => {
        const row = rows.find((each) => each.id === id);
        if (!row) return {};
        return row.creates === undefined || given === undefined ? { drop: [row] } : renamed(rows, row, given);
      });
      await changed();
      drain();
    },
    /** Drops a mutation for good, with those that cannot be sent without it (`dependentsOf`). */
    async discard(id: string): Promise<void> {
      const row = kept().find((each) => each.id === id);
      if (row) await drop(row, dependentsOf(kept(), row));
      drain();
    },

    /**
     * Drops a mutation, with those that cannot be sent without it, unless it may have left already. Resolves whether it
     * did: what is on its way can only be undone by another mutation.
     */
    async cancel(id: string): Promise<boolean> {
      const ownerId = deps.owner();
      if (ownerId === null) return false;
      let isTaken = false;
      await store.changeWrites(ownerId, (rows) => {
        const row = rows.find((each) => each.id === id && !each.begun);
        isTaken = row !== undefined;
        return row ? { drop: [row, ...dependentsOf(rows, row)] } : {};
      });
      await changed();
      return isTaken;
    },

    /** What must be discarded with it. */
    dependentsOf: (id: string): OutboxRow[] => {
      const row = kept().find((each) => each.id === id);
      return row ? dependentsOf(kept(), row) : [];
    },
  };
}

/** A mutation that is tried anew. */
const again = { state: 'waiting', begun: false, attempt: 0, nextAttemptAt: null, fault: null } as const;
