import { useEffect, useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { usePlayerClock } from '../playback/player-context.ts';

/** The player of a protocol that is read: the second that the address names is played once the recording is there. */
export function useReaderPlayer(protocol: Protocol | undefined, t: number | undefined) {
  const [asked, setAsked] = useState<{ seconds: number }>();
  const video = protocol?.video;
  const recordingId = video?.upload_id ?? undefined;
  const duration = video?.duration ?? Number.POSITIVE_INFINITY;
  const clock = usePlayerClock(recordingId);
  const hasVideo = Boolean(video?.url);
  useEffect(() => {
    if (hasVideo && t !== undefined) setAsked({ seconds: t });
  }, [hasVideo, t]);
  return useMemo(() => {
    const play = hasVideo ? (seconds: number) => setAsked({ seconds }) : undefined;
    return { asked, clock, duration, recordingId, play, seek: play };
  }, [asked, clock, duration, recordingId, hasVideo]);
}
