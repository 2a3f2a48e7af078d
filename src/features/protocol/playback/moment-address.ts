import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { showToast } from '#src/ui/index.ts';
import { absentRecording } from './moment-place.ts';
import { momentParameter, placeParameter, recordingParameter } from './moment-query.ts';
import type { PlayerControl } from './player-context.ts';
import { recordingOf } from './recordings.ts';

/**
 * Plays the moment in the address once and then removes it from the address. Where its recording is missing, the person
 * is told, and the request waits: another recording is not a substitute.
 */
export function useMomentOfAddress(
  { recordings, recordingId: shownId }: Pick<PlayerControl, 'recordings' | 'recordingId'>,
  play: PlayerControl['play'] = undefined,
): void {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(momentParameter);
  const recording_id = query.get(recordingParameter);
  const recordingId = recordingOf(recordings, { recording_id })?.id;
  const played = useRef<string>(null);
  const isAsked = asked !== null && play !== undefined;
  const absent = isAsked ? absentRecording(recording_id, { recordings, recordingId: shownId }) : undefined;
  useEffect(() => {
    if (absent) showToast(absent);
  }, [absent]);
  useEffect(() => {
    if (asked === played.current || !play || absent) return;
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
  }, [absent, asked, recordingId, play, setQuery]);
}
