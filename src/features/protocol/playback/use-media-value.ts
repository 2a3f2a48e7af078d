import { useCallback, useSyncExternalStore } from 'react';

/** What of a media element may have changed when the browser tells of one of these. */
const mediaEvents = [
  'play',
  'pause',
  'ended',
  'emptied',
  'loadedmetadata',
  'durationchange',
  'ratechange',
  'volumechange',
];

/** Reads a plain value of a media element, and again whenever the browser tells that it may be another one. */
export function useMediaValue<Value extends string | number | boolean>(
  media: HTMLMediaElement | null,
  read: (media: HTMLMediaElement) => Value,
  without: Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      for (const name of mediaEvents) media?.addEventListener(name, listener);
      return () => {
        for (const name of mediaEvents) media?.removeEventListener(name, listener);
      };
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => (media ? read(media) : without));
}

/** Starts a recording that stands, and stops one that plays. A browser may refuse to start by itself. */
export function togglePlay(media: HTMLMediaElement): void {
  if (media.paused) media.play().catch(() => undefined);
  else media.pause();
}
