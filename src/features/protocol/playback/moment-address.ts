import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Evidence } from '#contract/evidence.ts';
import type { PlayerControl } from './player-context.ts';
import { recordingOf } from './recordings.ts';

/** `?at=751.2` in the address of a protocol: the second of the recording that it is opened for. */
export const momentParameter = 'at';

/** `&part=` beside it: which of several recordings; without it the first. */
export const recordingParameter = 'part';

/** The same two of a moment. */
export function momentQuery({ start, recording_id }: Pick<Evidence, 'start' | 'recording_id'>): URLSearchParams {
  const query = new URLSearchParams({ [momentParameter]: String(start) });
  if (recording_id) query.set(recordingParameter, recording_id);
  return query;
}

/** `?show=transcript` and others in the same address: what is shown of the protocol (`use-found-place.ts`). */
export const placeParameter = 'show';

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
