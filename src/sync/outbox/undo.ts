import { notKept } from '../store/not-kept-error.ts';
import { dependentsOf, type NewMutation, type OutboxRow } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { heldUntil } from './hold.ts';

interface UndoDeps {
  store: Pick<Store, 'changeWrites'>;
  /** So long a deletion can be undone. */
  undoMs: number;
  now(): number;
  /** Throws where nobody is signed in. */
  rowOf(write: NewMutation): Promise<Omit<OutboxRow, 'seq'>>;
  owner(): string | null;
  cancel(id: string): Promise<boolean>;
  /** Something was kept: every tab shows it, and the worker knows. */
  onKept(): Promise<void>;
  /** What is kept changed: every tab shows it. */
  changed(): Promise<void>;
  drain(): void;
}

/** Deletions that can be undone for a while. */
export function createUndo({ store, undoMs, now, rowOf, owner, cancel, onKept, changed, drain }: UndoDeps) {
  return {
    /**
     * Keeps a deletion that is sent once it cannot be undone any more (`undoMs`), by this page, by another or by the
     * worker. A thing that never left this device is kept as long, and goes without a word to the server. A refused
     * deletion of the same thing makes room for it. Throws NotKeptError when the device cannot keep it.
     */
    async remove(write: NewMutation): Promise<void> {
      const row = await rowOf(write);
      const keep = (rows: OutboxRow[]) => {
        const before = rows.filter(({ subject, request }) => subject === row.subject && request.method === 'DELETE');
        if (before.some(({ state }) => state === 'waiting')) return {};
        const withdraws = neverLeft(rows, row)?.id;
        return { add: [{ ...row, notBefore: now() + undoMs, withdraws }], drop: before.filter(isRefused) };
      };
      await store.changeWrites(row.ownerId, keep).catch(notKept);
      await onKept();
      drain();
    },

    /** Takes a deletion back, with all that it had taken back; resolves false where it may have left already. */
    async undo(id: string): Promise<boolean> {
      const isUndone = await cancel(id);
      drain();
      return isUndone;
    },

    /** The person is certain: it goes now. */
    async confirm(id: string): Promise<void> {
      const ownerId = owner();
      if (ownerId === null) return;
      await store.changeWrites(ownerId, (rows) => ({
        put: rows.filter((row) => row.id === id).map((row) => ({ ...row, notBefore: undefined })),
      }));
      await changed();
      drain();
    },
  };
}

/** Whether a deletion can still be undone. */
export function isUndoable(row: OutboxRow, now: number): boolean {
  return row.state === 'waiting' && !row.begun && heldUntil(row, now) !== undefined;
}

/**
 * The mutation that was to make the thing, where the server never had it, and nothing else was made from it that it could
 * still take: that goes there first. What it refused goes with all that was made from it.
 */
function neverLeft(rows: readonly OutboxRow[], { subject }: Pick<OutboxRow, 'subject'>): OutboxRow | undefined {
  return rows.find((row) => {
    if (row.creates !== subject || row.begun) return false;
    return (
      isRefused(row) || (row.state === 'waiting' && dependentsOf(rows, row).every(({ scope }) => scope === row.scope))
    );
  });
}

function isRefused({ state }: OutboxRow): boolean {
  return state === 'failed';
}
