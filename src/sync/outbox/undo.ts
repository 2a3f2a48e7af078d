import { notKept } from '../store/not-kept-error.ts';
import {
  dependentsOf,
  isSameEntity,
  isThere,
  type NewMutation,
  type NewOutboxRow,
  type OutboxRow,
  type RenamedId,
} from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { withNewIds } from './new-row.ts';
import { undoableUntil } from './undo-period.ts';

interface UndoDeps {
  store: Pick<Store, 'changeOutbox'>;
  /** How long a deletion can be undone, in milliseconds. */
  undoMs: number;
  now(): number;
  /** Throws where nobody is signed in. */
  rowOf(mutation: NewMutation): Promise<NewOutboxRow>;
  owner(): string | null;
  cancel(id: string): Promise<boolean>;
  /** Tells the worker and the other tabs that a row was added. */
  afterEnqueue(): Promise<void>;
  /** Tells the other tabs that the rows have changed, and reads them again here. */
  announceChange(): Promise<void>;
  drain(): void;
}

/** Deletions that can be undone for a while. */
export function createUndo({
  store,
  undoMs,
  now,
  rowOf,
  owner,
  cancel,
  afterEnqueue,
  announceChange,
  drain,
}: UndoDeps) {
  return {
    /**
     * Queues a deletion. After `undoMs` it cannot be undone any more and is sent, by this page, another one or the worker; a
     * thing that never left this device is dropped then, and the server hears nothing of it. Replaces a refused deletion of
     * the same thing. Throws NotKeptError when the device cannot keep it.
     */
    async remove(mutation: NewMutation): Promise<void> {
      const made = await rowOf(mutation);
      const add = (rows: OutboxRow[], _: unknown, ids: readonly RenamedId[]) => {
        const row = withNewIds(made, ids);
        const before = rows.filter((each) => each.request.method === 'DELETE' && isSameEntity(each, row));
        if (before.some(({ state }) => state === 'waiting')) return {};
        const withdraws = unsentCreation(rows, row)?.id;
        return { add: [{ ...row, notBefore: now() + undoMs, withdraws }], drop: before.filter(isRefused) };
      };
      await store.changeOutbox(made.ownerId, add).catch(notKept);
      await afterEnqueue();
      drain();
    },

    /**
     * Cancels a deletion, which restores the mutations that it had cancelled. Resolves false where it may have been
     * sent.
     */
    async undo(id: string): Promise<boolean> {
      const isUndone = await cancel(id);
      drain();
      return isUndone;
    },

    /** Sends a deletion at once: the person confirmed it. */
    async confirm(id: string): Promise<void> {
      const ownerId = owner();
      if (ownerId === null) return;
      await store.changeOutbox(ownerId, (rows) => ({
        put: rows.filter((row) => row.id === id).map((row) => ({ ...row, notBefore: undefined })),
      }));
      await announceChange();
      drain();
    },
  };
}

/** Whether a deletion can still be undone. */
export function isUndoable(row: OutboxRow, now: number): boolean {
  return row.state === 'waiting' && !row.begun && undoableUntil(row, now) !== undefined;
}

/**
 * Returns the unsent mutation that creates the thing, where a deletion can cancel it. It cannot while mutations of another
 * scope depend on it: those are sent first. A refused creation can be cancelled with all that depends on it.
 */
function unsentCreation(rows: readonly OutboxRow[], { subject }: Pick<OutboxRow, 'subject'>): OutboxRow | undefined {
  return rows.find((row) => {
    if (row.creates !== subject || row.begun || isThere(row)) return false;
    return (
      isRefused(row) || (row.state === 'waiting' && dependentsOf(rows, row).every(({ scope }) => scope === row.scope))
    );
  });
}

function isRefused({ state }: OutboxRow): boolean {
  return state === 'failed';
}
