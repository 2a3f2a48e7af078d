import { useCallback, useSyncExternalStore } from 'react';
import { media } from '../base/media.ts';

/** Whether a media query holds now. */
export function useMediaQuery(name: keyof typeof media): boolean {
  const query = media[name];
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
