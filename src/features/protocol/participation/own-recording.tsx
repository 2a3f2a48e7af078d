import { useCallback, useMemo, useState } from 'react';
import type { Protocol, Video } from '#contract/protocol.ts';
import { Card } from '#src/ui/index.ts';
import { chaptersOf, withinRecording } from '../playback/chapters.ts';
import { useMomentOfAddress } from '../playback/moment-address.ts';
import { PlayerContext, usePlayerClock } from '../playback/player-context.ts';
import { VideoPlayer } from '../recording/video-player.tsx';
import styles from './participation.module.css';

interface OwnRecordingProps {
  protocol: Protocol;
  video: Video & { url: string };
  title: string;
  /** Reads the protocol once more, with addresses that are good again. */
  reread: () => Promise<{ video?: Video | null | undefined }>;
}

/** The recording of a signed protocol, with its questions as marks; the address may name the second to begin at. */
export function OwnRecording({ protocol, video, title, reread }: OwnRecordingProps) {
  const [asked, ask] = useState<{ seconds: number }>();
  const [isOpen, open] = useState(true);
  const recordingId = video.upload_id ?? undefined;
  const clock = usePlayerClock(recordingId);
  const play = useCallback((seconds: number) => ask({ seconds }), []);
  useMomentOfAddress(play);
  const duration = video.duration ?? Number.POSITIVE_INFINITY;
  const ticks = useMemo(
    () =>
      withinRecording(chaptersOf(protocol), video.duration).map(({ id, start, title: words }) => {
        return { id, start, words, kind: 'chapter' as const };
      }),
    [protocol, video.duration],
  );
  const player = useMemo(
    () => ({ asked, clock, duration, recordingId, play, seek: play }),
    [asked, clock, duration, recordingId, play],
  );
  return (
    <PlayerContext value={player}>
      <Card bare className={styles.player}>
        <VideoPlayer
          protocolId={protocol.id}
          reread={reread}
          video={video}
          title={title}
          ticks={ticks}
          duration={video.duration || ticks.at(-1)?.start || 1}
          picture={{ isOpen, toggle: () => open(!isOpen) }}
          moments={undefined}
        >
          {null}
        </VideoPlayer>
      </Card>
    </PlayerContext>
  );
}
