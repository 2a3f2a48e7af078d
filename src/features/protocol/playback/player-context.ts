import { createContext, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Recording } from '#contract/recordings/recording.ts';
import type { TranscriptSegment } from '#contract/recordings/transcript.ts';
import { isWriting, type OwnKeys, useOwnKeys } from '#src/ui/index.ts';
import { togglePlay } from './use-media-value.ts';

/** The current position of the recording; a component that subscribes renders again only when its own value changes. */
interface PlayerClock {
  now: () => number;
  tell: (seconds: number) => void;
  subscribe: (listener: () => void) => () => void;
}

function createPlayerClock(): PlayerClock {
  const position = createStore(() => ({ seconds: 0 }));
  return {
    now: () => position.getState().seconds,
    tell: (seconds) => position.setState({ seconds }),
    subscribe: position.subscribe,
  };
}

/**
 * Returns the clock of a recording; another recording gets a new clock. An id that becomes known later replaces
 * nothing.
 */
export function usePlayerClock(recordingId: string | undefined): PlayerClock {
  const [{ clock, of }, setClock] = useState(() => ({ clock: createPlayerClock(), of: recordingId }));
  if (recordingId !== undefined && recordingId !== of)
    setClock({ clock: of === undefined ? clock : createPlayerClock(), of: recordingId });
  return clock;
}

/** A request to play from a second of a recording on; each request is a new object. */
export interface Asked {
  seconds: number;
  recordingId?: string | undefined;
}

/** Moves to a second of the recording being shown, or of another one of the protocol. */
type Lead = (seconds: number, recordingId?: string) => void;

export interface PlayerControl {
  /** Plays from a second on, and shows the player; undefined while there is nothing to play. */
  play: Lead | undefined;
  /** Plays from a second on, but stays at the place that requested it. */
  seek: Lead | undefined;
  /** The last play request. */
  asked: Asked | undefined;
  /** The duration in seconds; infinite where it is unknown. */
  duration: number;
  /** Id of the recording being shown; undefined where the server does not give it. */
  recordingId: string | undefined;
  /** All recordings of the protocol in their order, where there are several. */
  recordings: readonly Recording[];
  /** Plays the next recording; undefined after the last. */
  next: (() => void) | undefined;
  /** The position in the recording. */
  clock: PlayerClock;
}

export const PlayerContext = createContext<PlayerControl>({
  play: undefined,
  seek: undefined,
  asked: undefined,
  duration: Number.POSITIVE_INFINITY,
  recordingId: undefined,
  recordings: [],
  next: undefined,
  clock: createPlayerClock(),
});

/** Returns the index of the line being said at a second: the last one that has begun; -1 before the first. */
export function lineAt(segments: readonly Pick<TranscriptSegment, 'start'>[], seconds: number): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns {@link lineAt} for the current position; renders only when another segment is reached. */
export function useCurrentLine(segments: readonly Pick<TranscriptSegment, 'start'>[], clock: PlayerClock): number {
  return useSyncExternalStore(clock.subscribe, () => lineAt(segments, clock.now()));
}

/** Tabs at which the recording is visible, in layouts where it is itself a tab; at the others it plays on unseen. */
export const watchedTabs: ReadonlySet<string> = new Set(['video', 'transcript', 'summary']);

/** Seconds that an arrow key moves. */
export const step = 5;

const help: readonly OwnKeys[] = [
  { either: ['Ctrl+Пробел'], title: 'Пустить или остановить запись, и во время правки', group: 'На этом экране' },
  { either: ['←', '→'], title: 'На пять секунд назад или вперёд, в расшифровке', group: 'На этом экране' },
  { either: ['↑', '↓'], title: 'К соседней строке расшифровки', group: 'На этом экране' },
  { either: ['Page Up', 'Page Down'], title: 'К соседней отметке, на полосе записи', group: 'На этом экране' },
];

/** Props of the parts besides the player in which its keys work: its bar and the transcript. */
export const playerKeys = { 'data-player-keys': '' } as const;

/**
 * Space plays and pauses, the arrows move back and forward, wherever `playerKeys` are set; Ctrl+Space works also in
 * text fields and on buttons.
 */
export function usePlayerKeys(player: RefObject<HTMLVideoElement | null>): void {
  useOwnKeys(help);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const video = player.current;
      const isHere = target instanceof Element && target.closest('[data-player-keys]') !== null;
      if (!video || !isHere || event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
      const isToggle = key === ' ' && (event.ctrlKey || !isPressed(target));
      const by = { ArrowLeft: -step, ArrowRight: step }[key] ?? 0;
      if (!isToggle && (by === 0 || event.ctrlKey || event.shiftKey || isWriting(target))) return;
      event.preventDefault();
      if (by !== 0) video.currentTime = Math.max(0, video.currentTime + by);
      else togglePlay(video);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [player]);
}

/** Whether the key belongs to the focused element: it types a space, presses a button, or chooses a file. */
function isPressed(target: Element): boolean {
  return isWriting(target) || target.matches('button, a, summary, label, input, [role="button"], [role="tab"]');
}
