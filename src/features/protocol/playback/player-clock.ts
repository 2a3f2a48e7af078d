import { createStore } from 'zustand/vanilla';

/** Where the recording stands, for those who follow it: a part that reads it is drawn anew by what it makes of it. */
export interface PlayerClock {
  now: () => number;
  tell: (seconds: number) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createPlayerClock(): PlayerClock {
  const position = createStore(() => ({ seconds: 0 }));
  return {
    now: () => position.getState().seconds,
    tell: (seconds) => position.setState({ seconds }),
    subscribe: position.subscribe,
  };
}
