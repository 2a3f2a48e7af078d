import { replaceEqualDeep } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { OutboxRow } from '../store/outbox-row.ts';
import { withId } from './after-answer.ts';
import { cancelledByDeletion } from './cancelled-by-deletion.ts';

/** A person's mutations as this page knows them: queued ones, and sent ones whose result is not shown by the queries yet. */
export function createOutboxList() {
  const view = createStore<{ shown: readonly OutboxRow[] }>(() => ({ shown: [] }));
  const newIds = new Map<string, string | number>();
  let isRead = false;
  let queued: readonly OutboxRow[] = [];
  /** Sent rows that this page shows until it has refetched what they changed. */
  let sentAndShown: readonly OutboxRow[] = [];
  /** Sent, but no page has shown them yet: the worker sent them, or the browser was killed right then. */
  let sentUnshown: readonly OutboxRow[] = [];

  function show(): void {
    const shown = new Set(sentAndShown.map(({ id }) => id));
    const sent = [...sentAndShown, ...sentUnshown.filter(({ id }) => !shown.has(id))];
    const sentIds = new Set(sent.map(({ id }) => id));
    const cancelled = cancelledByDeletion(queued);
    const unsent = queued.filter(({ id }) => !sentIds.has(id) && !cancelled.has(id));
    const now = [...sent.map(withNewId), ...unsent].sort((one, other) => one.seq - other.seq);
    view.setState({ shown: keepEqual(view.getState().shown, now) });
  }

  /** Returns the row of a creation with the id that the provider gave to the thing. */
  function withNewId(row: OutboxRow): OutboxRow {
    const to = row.creates === undefined ? undefined : newIds.get(row.creates);
    return to === undefined ? row : withId(row, row.creates ?? '', to);
  }

  return {
    /** Ids that a provider gave to things created here, by the client's id. */
    newIds,
    withNewId,
    show,
    subscribe: view.subscribe,
    shown: (): readonly OutboxRow[] => view.getState().shown,
    queued: (): readonly OutboxRow[] => queued,
    isRead: (): boolean => isRead,
    /** Returns the sent rows of the device that no page has shown, and that this one does not show just now. */
    sentUnshown(): OutboxRow[] {
      const shown = new Set(sentAndShown.map(({ id }) => id));
      return sentUnshown.filter(({ id }) => !shown.has(id));
    },

    /** Replaces the rows by those that the device has now. */
    set(rows: readonly OutboxRow[], sent: readonly OutboxRow[]): void {
      queued = rows;
      sentUnshown = sent;
      isRead = true;
    },
    /** Shows a sent row until `hideSent`. */
    showSent(row: OutboxRow): void {
      sentAndShown = [...sentAndShown, row];
    },
    hideSent(id: string): void {
      sentAndShown = sentAndShown.filter((each) => each.id !== id);
      show();
    },
    forgetSent(id: string): void {
      sentUnshown = sentUnshown.filter((each) => each.id !== id);
    },
    clear(): void {
      isRead = false;
      queued = [];
      sentAndShown = [];
      sentUnshown = [];
      newIds.clear();
      show();
    },
  };
}

/**
 * Returns the new rows, each as the same object as before where nothing in it has changed. Each step of one row reads all of
 * them from the disk, and without this every component that shows one would be drawn each time.
 */
function keepEqual(before: readonly OutboxRow[], now: readonly OutboxRow[]): readonly OutboxRow[] {
  const known = new Map(before.map((row) => [row.seq, row]));
  const rows = now.map((row) => replaceEqualDeep(known.get(row.seq), row) as OutboxRow);
  const isSame = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isSame ? before : rows;
}
