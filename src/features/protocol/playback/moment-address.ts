import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { momentParameter, placeParameter, recordingParameter } from './moment-query.ts';
import type { PlayerControl } from './player-context.ts';
import { recordingOf } from './recordings.ts';

/** Plays the moment that the address names, once; the address is the protocol's own from then on. */
export function useMomentOfAddress(
  { recordings }: Pick<PlayerControl, 'recordings'>,
  play: PlayerControl['play'] = undefined,
): void {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(momentParameter);
  const recording_id = query.get(recordingParameter);
  const recordingId = recordingOf(recordings, { recording_id })?.id;
  const played = useRef<string>(null);
  useEffect(() => {
    if (asked === played.current || !play) return;
    played.current = asked;
    if (asked === null) return;
    const seconds = Number(asked);
    if (asked !== '' && Number.isFinite(seconds) && seconds >= 0) play(seconds, recordingId);
    setQuery(
      (now) => {
        now.delete(momentParameter);
        now.delete(recordingParameter);
        now.delete(placeParameter);
        return now;
      },
      { replace: true },
    );
  }, [asked, recordingId, play, setQuery]);
}
