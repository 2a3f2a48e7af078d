/** Where the recording stands, for those who follow it: a part that reads it is drawn anew by what it makes of it. */
export interface PlayerClock {
  now: () => number;
  tell: (seconds: number) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createPlayerClock(): PlayerClock {
  const listeners = new Set<() => void>();
  let at = 0;
  return {
    now: () => at,
    tell(seconds) {
      at = seconds;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
