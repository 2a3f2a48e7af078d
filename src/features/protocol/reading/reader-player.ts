import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import { usePlayerClock } from '../playback/player-context.ts';

/**
 * The player of a protocol that is read: the second that the address names is played once the recording is there, and
 * again by each click that leads to it.
 */
export function useReaderPlayer(protocol: Protocol | undefined, t: number | undefined) {
  const [asked, setAsked] = useState<{ seconds: number }>();
  const video = protocol?.video;
  const recordingId = video?.upload_id ?? undefined;
  const duration = video?.duration ?? Number.POSITIVE_INFINITY;
  const clock = usePlayerClock(recordingId);
  const hasVideo = Boolean(video?.url);
  // The state of the history names the click; another page of the list beside it is none.
  const { state } = useLocation();
  const given = (state as { clicked?: string } | null)?.clicked;
  const [clicked, setClicked] = useState(given);
  if (given !== undefined && given !== clicked) setClicked(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another click asks for the same second once more
  useEffect(() => {
    if (hasVideo && t !== undefined) setAsked({ seconds: t });
  }, [hasVideo, t, clicked]);
  return useMemo(() => {
    const play = hasVideo ? (seconds: number) => setAsked({ seconds }) : undefined;
    return { asked, clock, duration, recordingId, play, seek: play };
  }, [asked, clock, duration, recordingId, hasVideo]);
}
