import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

/** Opens «Сочетания клавиш» over whatever is shown. */
export function openShortcutHelp(): void {
  change(true);
}

export function closeShortcutHelp(): void {
  change(false);
}

export function useShortcutHelp(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}
