import { useSyncExternalStore } from 'react';
import { toDayValue } from '#src/format/index.ts';

/** Milliseconds of the longest wait. A timer stands still while the machine sleeps, and would miss the midnight. */
const longestWait = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns today in the zone of the device, YYYY-MM-DD. Its caller is rendered again when another day begins. */
export function useToday(): string {
  return useSyncExternalStore(followDay, () => toDayValue(new Date()));
}

function followDay(changed: () => void): () => void {
  listeners.add(changed);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', look);
    lookLater();
  }
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
  };
}

function look(): void {
  for (const listener of listeners) listener();
}

/** One timer for the whole page. */
function lookLater(): void {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  timer = setTimeout(
    () => {
      look();
      lookLater();
    },
    Math.min(midnight.getTime() - now.getTime(), longestWait),
  );
}
