import type { Page } from '#contract/envelope.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import { type Optimistic, withoutThing } from './optimistic.ts';

/** Which page it is, and when it was read (epoch milliseconds; 0 where it never was). */
export interface Shown {
  page: number;
  readAt: number;
}

interface Laying<T> {
  /** What a write makes new, if it belongs into this list. */
  created(row: OutboxRow): Optimistic<T> | undefined;
  changed(things: Optimistic<T>[], row: OutboxRow): Optimistic<T>[];
  /** Tells what a write takes away; undefined for a write that takes nothing away. */
  removed(row: OutboxRow): ((thing: T) => boolean) | undefined;
}

/**
 * A page with queued mutations applied: what is new at the top of the first page, in the order of a list that begins
 * with the newest; the total follows. A page that was never read is made of what is new alone.
 */
export function applyToPage<T extends { id: string }>(
  page: Page<T> | undefined,
  rows: readonly OutboxRow[],
  { page: number, readAt }: Shown,
  laying: Laying<T>,
): Page<Optimistic<T>> | undefined {
  const read = page?.rows ?? [];
  let things: Optimistic<T>[] = [...read];
  let more = 0;
  for (const row of rows) {
    const isCounted = isIn(row, readAt);
    const made = laying.created(row);
    if (made && !things.some(({ id }) => id === made.id)) {
      if (number === 1 && !isCounted) things = [made, ...things];
      if (!isCounted) more += 1;
    }
    const isGone = laying.removed(row);
    if (isGone) {
      const rest = withoutThing<T>(things, row, isGone);
      more -= things.length - rest.length;
      things = rest;
    } else things = laying.changed(things, row);
  }
  if (page) {
    const { meta } = page;
    const total = meta.total === undefined ? undefined : Math.max(0, meta.total + more);
    return { rows: things, meta: { ...meta, ...(total === undefined ? {} : { total }) } };
  }
  if (number !== 1 || things.length === 0) return undefined;
  return { rows: things, meta: { current_page: 1, per_page: 15, has_next: false } };
}

/** Whether what was read at this moment has the write already. */
export function isIn({ state, sentAt }: OutboxRow, readAt: number): boolean {
  return state === 'sent' && sentAt !== undefined && sentAt <= readAt;
}

/** Whether a search finds it, as far as this device can tell. */
export function holds(texts: readonly (string | number | null | undefined)[], search: string): boolean {
  const fold = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');
  return fold(texts.join(' ')).includes(fold(search));
}
