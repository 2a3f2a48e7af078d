import { useSyncExternalStore } from 'react';

/** A value that any part of the app may set and that components show; it lives as long as the page. */
export function createShownValue<T>(initial: T) {
  const listeners = new Set<() => void>();
  let current = initial;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  const get = (): T => current;
  return {
    get,
    set(next: T): void {
      current = next;
      for (const listener of listeners) listener();
    },
    /** The value, for a component: it draws anew when it changes. */
    useValue: (): T => useSyncExternalStore(subscribe, get),
  };
}
