import { memo, useMemo } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { useTranscriptIfAny } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { Card } from '#src/ui/index.ts';
import { chaptersOf, withinRecording } from '../playback/chapters.ts';
import { type KeywordMark, keywordMarks } from '../playback/keyword-mark.ts';
import { ChapterList } from './chapter-list.tsx';
import { KeywordList } from './keyword-list.tsx';
import { RecordingStrip } from './recording-strip.tsx';
import styles from './video-card.module.css';
import { VideoPlayer } from './video-player.tsx';

interface PlayerCardProps {
  protocol: Protocol;
  /** Whether the list of questions is open from the beginning. */
  isRoomy: boolean;
}

/** The recording and what marks it: its questions, and where the keywords are said. Nothing while there is none to play. */
export const PlayerCard = memo(function PlayerCard({ protocol, isRoomy }: PlayerCardProps) {
  const { id, video, agenda, tasks } = protocol;
  const given = useMemo(() => chaptersOf({ agenda, tasks }), [agenda, tasks]);
  const spoken = useKeywordMarks(id);
  if (!video?.url) return null;
  const chapters = withinRecording(given, video.duration);
  const marks = withinRecording(spoken.marks, video.duration);
  const beyond = given.length - chapters.length + spoken.marks.length - marks.length;
  const duration = video.duration ?? Math.max(spoken.end, given.at(-1)?.start ?? 0, 1);
  return (
    <Card bare className={styles.frame}>
      <VideoPlayer
        protocolId={id}
        video={{ ...video, url: video.url }}
        title={protocolTitle(protocol)}
        chapters={chapters}
        duration={duration}
      />
      {chapters.length + marks.length > 0 ? (
        <RecordingStrip chapters={chapters} marks={marks} duration={duration} />
      ) : null}
      <ChapterList protocol={protocol} chapters={chapters} isRoomy={isRoomy} />
      <KeywordList marks={marks} />
      {beyond > 0 ? (
        <p className={styles.beyond}>
          Ещё {counted(beyond, 'отметка', 'отметки', 'отметок')} протокола и расшифровки — после конца этой записи: они
          сделаны по другой.
        </p>
      ) : null}
    </Card>
  );
});

/** Where the keywords are said in a recording, and when its last line ends, in seconds. */
function useKeywordMarks(protocolId: string): { marks: KeywordMark[]; end: number } {
  const { data } = useTranscriptIfAny(protocolId);
  return useMemo(() => ({ marks: keywordMarks(data?.segments ?? []), end: data?.segments.at(-1)?.end ?? 0 }), [data]);
}
