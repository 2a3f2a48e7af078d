import { useCallback, useSyncExternalStore } from 'react';

/** Events of a media element after which its values may have changed. */
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

/** Returns a plain value of a media element, read again after each event that may have changed it. */
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

/** Plays a paused recording and pauses a playing one. The browser may block playing. */
export function togglePlay(media: HTMLMediaElement): void {
  if (media.paused) media.play().catch(() => undefined);
  else media.pause();
}
