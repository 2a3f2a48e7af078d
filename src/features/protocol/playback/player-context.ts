import { createContext } from 'react';

import { createPlayerClock, type PlayerClock } from './player-clock.ts';

export interface PlayerControl {
  /** Plays the recording from a second on; undefined while there is nothing to play. */
  play: ((seconds: number) => void) | undefined;
  /** The same, where one stays at the place that asks. */
  seek: ((seconds: number) => void) | undefined;
  /** What was asked last; each request is a new object. */
  asked: { seconds: number } | undefined;
  /** How long the recording is, in seconds; infinite where that is not known. */
  duration: number;
  /** Where the recording stands. */
  clock: PlayerClock;
}

export const PlayerContext = createContext<PlayerControl>({
  play: undefined,
  seek: undefined,
  asked: undefined,
  duration: Number.POSITIVE_INFINITY,
  clock: createPlayerClock(),
});
