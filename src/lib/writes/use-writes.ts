import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { OpenForm } from '#src/offline/outbox-forms.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { outbox } from '../outbox.ts';

/** The person's writes that the server does not have yet, and those whose result is being read, in their order. */
export function useWrites(): readonly OutboxRow[] {
  return useSyncExternalStore(outbox.subscribe, outbox.list);
}

/** Whether what an earlier visit left unsent is known by now. */
export function useWritesKnown(): boolean {
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
