import { lazy, memo, use, useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { useTranscriptIfAny } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { Card } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { chaptersOf, isMomentOf, withinRecording } from '../playback/chapters.ts';
import { type KeywordMark, keywordMarks } from '../playback/keyword-mark.ts';
import { PlayerContext } from '../playback/player-context.ts';
import { protocolWith, transcriptOf } from '../playback/recordings.ts';
import { inOrder, type Tick, type TickKind } from '../playback/ticks.ts';
import { ChapterList, KeywordList } from './chapter-list.tsx';
import { MarkList } from './mark-list.tsx';
import styles from './player.module.css';
import { VideoPlayer } from './video-player.tsx';

// Loaded lazily: few protocols have several recordings.
const PartStrip = lazy(async () => ({ default: (await import('./part-strip.tsx')).PartStrip }));

interface PlayerCardProps {
  protocol: Protocol;
  /** Whether the picture is folded to make room for the text beside it, until the person opens it. */
  isFolded: boolean;
}

/** The player with its marks: agenda items and keywords. Nothing while there is no recording to play. */
export const PlayerCard = memo(function PlayerCard({ protocol: whole, isFolded }: PlayerCardProps) {
  const { recordingId } = use(PlayerContext);
  const protocol = useMemo(() => protocolWith(whole, recordingId), [whole, recordingId]);
  const { id, video, agenda, tasks } = protocol;
  const { readOnly } = use(EditingContext);
  const [chosen, choose] = useState<boolean>();
  const [isListing, list] = useState(false);
  const given = useMemo(() => chaptersOf({ agenda, tasks, video }), [agenda, tasks, video]);
  const spoken = useKeywordMarks(id, video);
  const noted = useMemo(
    () =>
      (protocol.marks ?? []).flatMap((mark) =>
        isMomentOf(mark, video) ? { id: mark.id, start: mark.at, words: mark.text ?? 'Отметка' } : [],
      ),
    [protocol.marks, video],
  );
  const within = video?.duration;
  const chapters = useMemo(() => withinRecording(given, within), [given, within]);
  const marks = useMemo(() => withinRecording(spoken.marks, within), [spoken.marks, within]);
  const ticks = useMemo(
    () =>
      inOrder([
        ...chapters.map(({ title, ...chapter }) => tickOf('chapter', { ...chapter, words: title })),
        ...withinRecording(noted, within).map((mark) => tickOf('bookmark', mark)),
        ...marks.map((mark) => tickOf('keyword', mark)),
      ]),
    [chapters, noted, marks, within],
  );
  if (!video?.url) return null;
  const beyond = given.length - chapters.length + spoken.marks.length - marks.length;
  const duration = video.duration || Math.max(spoken.end, given.at(-1)?.start ?? 0, noted.at(-1)?.start ?? 0, 1);
  const isOpen = chosen ?? !isFolded;
  const hasMoments = ticks.length > 0 || Boolean(protocol.marks?.length) || (!readOnly && Boolean(agenda?.length));
  return (
    <Card bare className={styles.frame}>
      <VideoPlayer
        protocolId={id}
        video={{ ...video, url: video.url }}
        title={protocolTitle(protocol)}
        ticks={ticks}
        duration={duration}
        picture={{ isOpen, toggle: () => choose(!isOpen) }}
        strip={whole.recordings ? <PartStrip protocol={whole} /> : undefined}
        moments={hasMoments || beyond > 0 ? { isOpen: isListing, toggle: () => list(!isListing) } : undefined}
      >
        <div className={styles.moments}>
          <ChapterList protocol={protocol} chapters={chapters} />
          <MarkList protocol={protocol} />
          <KeywordList marks={marks} />
          {beyond > 0 ? (
            <p className={styles.beyond}>
              Ещё {counted(beyond, 'отметка', 'отметки', 'отметок')} протокола и расшифровки — после конца этой записи:
              они сделаны по другой.
            </p>
          ) : null}
        </div>
      </VideoPlayer>
    </Card>
  );
});

function tickOf(kind: TickKind, { id, start, words }: KeywordMark): Tick {
  return { id, kind, start, words };
}

/** Returns the marks of the keywords, and when the last segment ends, in seconds. */
function useKeywordMarks(protocolId: string, video: Protocol['video']): { marks: KeywordMark[]; end: number } {
  const { data } = useTranscriptIfAny(protocolId);
  const own = data && transcriptOf(data, video?.is_part ? video.upload_id : undefined);
  return useMemo(() => ({ marks: keywordMarks(own?.segments ?? []), end: own?.segments.at(-1)?.end ?? 0 }), [own]);
}
