import { createContext } from 'react';

export interface PlayerControl {
  /** Plays the recording from a second on; undefined while there is nothing to play. */
  play: ((seconds: number) => void) | undefined;
  /** What was asked last; each request is a new object. */
  asked: { seconds: number } | undefined;
}

export const PlayerContext = createContext<PlayerControl>({ play: undefined, asked: undefined });
