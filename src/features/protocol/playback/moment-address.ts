import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** `?at=751.2` in the address of a protocol: the second of the recording that it is opened for. */
export const momentParameter = 'at';

/** `?show=transcript` and others in the same address: what is shown of the protocol (`use-found-place.ts`). */
export const placeParameter = 'show';

/** Plays the moment that the address names, once; the address is the protocol's own from then on. */
export function useMomentOfAddress(play: ((seconds: number) => void) | undefined): void {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(momentParameter);
  const played = useRef<string>(null);
  useEffect(() => {
    if (asked === played.current || !play) return;
    played.current = asked;
    if (asked === null) return;
    const seconds = Number(asked);
    if (asked !== '' && Number.isFinite(seconds) && seconds >= 0) play(seconds);
    setQuery(
      (now) => {
        now.delete(momentParameter);
        now.delete(placeParameter);
        return now;
      },
      { replace: true },
    );
  }, [asked, play, setQuery]);
}
