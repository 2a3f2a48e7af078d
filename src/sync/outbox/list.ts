import { replaceEqualDeep } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { OutboxRow } from '../store/outbox-row.ts';
import { withId } from './answer.ts';
import { withdrawnIn } from './hold.ts';

/** A person's mutations as this page knows them: what is kept, and what the server has and no page shows yet. */
export function createOutboxList() {
  const view = createStore<{ shown: readonly OutboxRow[] }>(() => ({ shown: [] }));
  const newIds = new Map<string, string | number>();
  let isRead = false;
  let kept: readonly OutboxRow[] = [];
  let leaving: readonly OutboxRow[] = [];
  /** The server has them, and no page showed so: the worker sent them, or the browser was killed right then. */
  let unshown: readonly OutboxRow[] = [];

  function show(): void {
    const left = new Set(leaving.map(({ id }) => id));
    const sent = [...leaving, ...unshown.filter(({ id }) => !left.has(id))];
    const here = new Set(sent.map(({ id }) => id));
    const withdrawn = withdrawnIn(kept);
    const unsent = kept.filter(({ id }) => !here.has(id) && !withdrawn.has(id));
    const now = [...sent.map(withNewId), ...unsent].sort((one, other) => one.seq - other.seq);
    view.setState({ shown: keepEqual(view.getState().shown, now) });
  }

  /** What is shown of a mutation that made something stands under the id that it has now. */
  function withNewId(row: OutboxRow): OutboxRow {
    const to = row.creates === undefined ? undefined : newIds.get(row.creates);
    return to === undefined ? row : withId(row, row.creates ?? '', to);
  }

  return {
    /** Under which ids a provider keeps what was made here. */
    newIds,
    withNewId,
    show,
    subscribe: view.subscribe,
    shown: (): readonly OutboxRow[] => view.getState().shown,
    kept: (): readonly OutboxRow[] => kept,
    isRead: (): boolean => isRead,
    /** What was sent and no page showed yet, without what is being shown right now. */
    unshown(): OutboxRow[] {
      const left = new Set(leaving.map(({ id }) => id));
      return unshown.filter(({ id }) => !left.has(id));
    },

    /** What the device has now. */
    set(rows: readonly OutboxRow[], sent: readonly OutboxRow[]): void {
      kept = rows;
      unshown = sent;
      isRead = true;
    },
    /** Stays until what it changed has been read again. */
    addLeaving(row: OutboxRow): void {
      leaving = [...leaving, row];
    },
    dropLeaving(id: string): void {
      leaving = leaving.filter((each) => each.id !== id);
      show();
    },
    forget(id: string): void {
      unshown = unshown.filter((each) => each.id !== id);
    },
    clear(): void {
      isRead = false;
      kept = [];
      leaving = [];
      unshown = [];
      newIds.clear();
      show();
    },
  };
}

/**
 * The rows as they are now, each the same object as before where nothing in it has changed: they are read anew from the disk
 * with every step of one of them, and whatever shows them would be drawn each time.
 */
function keepEqual(before: readonly OutboxRow[], now: readonly OutboxRow[]): readonly OutboxRow[] {
  const known = new Map(before.map((row) => [row.seq, row]));
  const rows = now.map((row) => replaceEqualDeep(known.get(row.seq), row) as OutboxRow);
  const isSame = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isSame ? before : rows;
}
