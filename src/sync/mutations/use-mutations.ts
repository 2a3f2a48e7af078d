import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { OpenForm } from '../outbox/outbox-forms.ts';
import { outbox } from '../page/outbox.ts';
import type { OutboxRow } from '../store/outbox-row.ts';

/** The person's writes that the server does not have yet, and those whose result is being read, in their order. */
export function useQueuedMutations(): readonly OutboxRow[] {
  return useSyncExternalStore(outbox.subscribe, outbox.list);
}

/**
 * What `select` makes of those writes: who shows it is drawn anew only where it is not the same as before. A selection that
 * depends on more than the writes is a new function when that changes.
 */
export function useFromQueue<T>(
  select: (rows: readonly OutboxRow[]) => T,
  isSame: (one: T, other: T) => boolean = Object.is,
): T {
  const last = useRef<{ rows: readonly OutboxRow[]; select: typeof select; value: T }>(undefined);
  return useSyncExternalStore(outbox.subscribe, () => {
    const rows = outbox.list();
    const before = last.current;
    if (before?.rows === rows && before.select === select) return before.value;
    const made = select(rows);
    const value = before && isSame(before.value, made) ? before.value : made;
    last.current = { rows, select, value };
    return value;
  });
}

/** Whether two lists hold the very same things. */
export function isSameList<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): boolean {
  if (one === other) return true;
  return one?.length === other?.length && (one?.every((each, index) => each === other?.[index]) ?? false);
}

/** Whether what an earlier visit left unsent is known by now. */
export function useQueueKnown(): boolean {
  return useSyncExternalStore(outbox.subscribe, outbox.isLoaded);
}

/** The form that this component shows, as the outbox knows it: refusals come back to it until it is gone. */
export function useOpenForm(): OpenForm {
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return useMemo(() => ({ isOpen: () => open.current }), []);
}
