import { lazy, useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { Card } from '#src/ui/index.ts';
import { chaptersOf, withinRecording } from '../playback/chapters.ts';
import { useMomentOfAddress } from '../playback/moment-address.ts';
import { PlayerContext } from '../playback/player-context.ts';
import { protocolWith } from '../playback/recordings.ts';
import { useRecordingPlayer } from '../playback/use-recording-player.ts';
import { VideoPlayer } from '../recording/video-player.tsx';
import styles from './participation.module.css';

const PartStrip = lazy(async () => ({ default: (await import('../recording/part-strip.tsx')).PartStrip }));

interface OwnRecordingProps {
  /** The protocol with its recordings. */
  protocol: Protocol;
  title: string;
  /** Reads the protocol again to get valid addresses. */
  reread: () => Promise<Pick<Protocol, 'video' | 'recordings'>>;
}

/** The recording of a signed protocol with its agenda items as marks; the address may name the second to begin at. */
export function OwnRecording({ protocol: whole, title, reread }: OwnRecordingProps) {
  const player = useRecordingPlayer(whole);
  const [isOpen, open] = useState(true);
  const { recordingId, play } = player;
  const protocol = useMemo(() => protocolWith(whole, recordingId), [whole, recordingId]);
  const { video } = protocol;
  useMomentOfAddress(player, play);
  const ticks = useMemo(
    () =>
      withinRecording(chaptersOf(protocol), video?.duration).map(({ id, start, title: words }) => {
        return { id, start, words, kind: 'chapter' as const };
      }),
    [protocol, video?.duration],
  );
  if (!video?.url) return null;
  return (
    <PlayerContext value={player}>
      <Card bare className={styles.player}>
        <VideoPlayer
          protocolId={protocol.id}
          reread={reread}
          video={{ ...video, url: video.url }}
          title={title}
          ticks={ticks}
          duration={video.duration || ticks.at(-1)?.start || 1}
          picture={{ isOpen, toggle: () => open(!isOpen) }}
          strip={whole.recordings ? <PartStrip protocol={whole} /> : undefined}
          moments={undefined}
        >
          {null}
        </VideoPlayer>
      </Card>
    </PlayerContext>
  );
}
