import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { ReaderPlace } from '#src/data/reading/index.ts';
import { showToast } from '#src/ui/index.ts';
import { absentRecording } from '../playback/moment-place.ts';
import { recordingOf } from '../playback/recordings.ts';
import { useRecordingPlayer } from '../playback/use-recording-player.ts';

/**
 * Returns the player of a protocol that is only read. The second in the address is played once the recording is loaded,
 * and again with each click that leads to it.
 */
export function useReaderPlayer(protocol: Protocol | undefined, { t, part }: Pick<ReaderPlace, 't' | 'part'>) {
  const player = useRecordingPlayer(protocol);
  const { recordingId, recordings, seek } = player;
  const hasVideo = seek !== undefined;
  // The history state identifies the click; another page of the list beside the reader has none.
  const { state } = useLocation();
  const given = (state as { clicked?: string } | null)?.clicked;
  const [clicked, setClicked] = useState(given);
  if (given !== undefined && given !== clicked) setClicked(given);
  const lead = useEffectEvent((seconds: number) =>
    seek?.(seconds, recordingOf(recordings, { recording_id: part })?.id),
  );
  const absent = hasVideo && t !== undefined ? absentRecording(part, { recordings, recordingId }) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another click asks once more
  useEffect(() => {
    if (absent) showToast(absent);
  }, [absent, clicked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another click asks for the same second once more
  useEffect(() => {
    if (hasVideo && t !== undefined && !absent) lead(t);
  }, [absent, hasVideo, t, part, clicked]);
  return player;
}
