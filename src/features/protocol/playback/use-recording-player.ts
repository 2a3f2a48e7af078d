import { useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { type Asked, usePlayerClock } from './player-context.ts';

const none: readonly Recording[] = [];

/** Returns the recording of a protocol being shown, and the functions that move to a moment of any recording. */
export function useRecordingPlayer(protocol: Pick<Protocol, 'video' | 'recordings'> | undefined) {
  const [asked, setAsked] = useState<Asked>();
  const [chosenId, choose] = useState<string>();
  const recordings = protocol?.recordings ?? none;
  // The first playable recording; it stays chosen, whatever happens to the others.
  const chosen =
    recordings.find(({ id }) => id === chosenId) ??
    recordings.find(({ video }) => video?.url) ??
    recordings.find(({ is_first }) => is_first);
  if (chosen && chosen.id !== chosenId) choose(chosen.id);
  const video = chosen ? chosen.video : protocol?.video;
  const recordingId = chosen?.id ?? video?.upload_id ?? undefined;
  const duration = video?.duration ?? Number.POSITIVE_INFINITY;
  const clock = usePlayerClock(recordingId);
  const hasVideo = Boolean(video?.url);
  return useMemo(() => {
    const seek = (seconds: number, of = recordingId) => {
      const target = recordings.find(({ id }) => id === of);
      if (target && !target.video?.url) return;
      if (target) choose(target.id);
      setAsked({ seconds, recordingId: target?.id });
    };
    const place = recordings.findIndex(({ id }) => id === recordingId);
    const next = place < 0 ? undefined : recordings.slice(place + 1).find(({ video: each }) => each?.url);
    // Loaded lazily: few protocols have simultaneous recordings.
    const goOn = async () => (await import('./go-on.ts')).goOn(recordings, recordingId, clock.now(), seek);
    const isBeside = place >= 0 && recordings.some(({ beside_id }) => beside_id);
    return {
      ...{ asked, clock, duration, recordingId, recordings },
      ...{ play: hasVideo ? seek : undefined, seek: hasVideo ? seek : undefined },
      next: isBeside ? () => void goOn().catch(() => undefined) : next && (() => seek(0, next.id)),
    };
  }, [asked, clock, duration, recordingId, recordings, hasVideo]);
}

export type RecordingPlayer = ReturnType<typeof useRecordingPlayer>;
