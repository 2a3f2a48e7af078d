import { memo, type PointerEvent, use, useMemo, useSyncExternalStore } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { useTranscriptIfAny } from '#src/data/transcript/index.ts';
import { counted, formatTimecode } from '#src/format/index.ts';
import { Card } from '#src/ui/index.ts';
import { type Chapter, chaptersOf, isMomentOf, withinRecording } from '../playback/chapters.ts';
import { type KeywordMark, keywordMarks, nearestMark } from '../playback/keyword-mark.ts';
import { PlayerContext } from '../playback/player-context.ts';
import { ChapterList, KeywordList } from './chapter-list.tsx';
import { MarkList } from './mark-list.tsx';
import recordingStripStyles from './recording-strip.module.css';
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
  const given = useMemo(() => chaptersOf({ agenda, tasks, video }), [agenda, tasks, video]);
  const spoken = useKeywordMarks(id);
  const own = protocol.marks?.filter((mark) => isMomentOf(mark, video)) ?? [];
  const noted = own.map(({ id, at, text }) => ({ id, start: at, words: text ?? 'Отметка' }));
  if (!video?.url) return null;
  const chapters = withinRecording(given, video.duration);
  const marks = withinRecording(spoken.marks, video.duration);
  const bookmarks = withinRecording(noted, video.duration);
  const beyond = given.length - chapters.length + spoken.marks.length - marks.length;
  const duration = video.duration ?? Math.max(spoken.end, given.at(-1)?.start ?? 0, noted.at(-1)?.start ?? 0, 1);
  return (
    <Card bare className={styles.frame}>
      <VideoPlayer
        protocolId={id}
        video={{ ...video, url: video.url }}
        title={protocolTitle(protocol)}
        chapters={chapters}
        duration={duration}
      />
      {chapters.length + marks.length + bookmarks.length > 0 ? (
        <RecordingStrip chapters={chapters} marks={marks} bookmarks={bookmarks} duration={duration} />
      ) : null}
      <ChapterList protocol={protocol} chapters={chapters} isRoomy={isRoomy} />
      <MarkList protocol={protocol} isOpen={false} />
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

/** Returns the marks of the keywords, and when the last segment ends, in seconds. */
function useKeywordMarks(protocolId: string): { marks: KeywordMark[]; end: number } {
  const { data } = useTranscriptIfAny(protocolId);
  return useMemo(() => ({ marks: keywordMarks(data?.segments ?? []), end: data?.segments.at(-1)?.end ?? 0 }), [data]);
}

interface RecordingStripProps {
  chapters: readonly Chapter[];
  marks: readonly KeywordMark[];
  /** What somebody marked while it was recorded. */
  bookmarks: readonly KeywordMark[];
  /** Seconds. */
  duration: number;
}

/** A press within so many pixels of a mark plays the mark. */
const reach = 6;

/**
 * The length of the recording: where each question begins, where keywords are said, what was
 * marked, where it stands. A press plays from
 * there on. For the pointer: the player's own controls and the lists say the same to everybody.
 */
function RecordingStrip({ chapters, marks, bookmarks, duration }: RecordingStripProps) {
  const { play } = use(PlayerContext);
  const place = (seconds: number) => ({ left: `${Math.min(1, seconds / duration) * 100}%` });
  const press = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pressed = Math.max(0, ((clientX - left) / width) * duration);
    const near = nearestMark([...chapters, ...marks, ...bookmarks], pressed);
    const isMeant = near && Math.abs(near.start - pressed) <= (reach / width) * duration;
    play?.(isMeant ? near.start : pressed);
  };
  return (
    <div aria-hidden className={recordingStripStyles.strip} onPointerDown={press}>
      <Playhead duration={duration} />
      {chapters.map(({ id, start, title }) => (
        <span
          key={id}
          className={recordingStripStyles.chapter}
          title={`${formatTimecode(start)} ${title}`}
          data-chapter={id}
          style={place(start)}
        />
      ))}
      {marks.map(({ id, start, words }) => (
        <span
          key={id}
          className={recordingStripStyles.mark}
          title={`${formatTimecode(start)} ${words}`}
          style={place(start)}
        />
      ))}
      {bookmarks.map(({ id, start, words }) => (
        <span
          key={id}
          className={recordingStripStyles.bookmark}
          title={`${formatTimecode(start)} ${words}`}
          data-bookmark={id}
          style={place(start)}
        />
      ))}
    </div>
  );
}

/** The played part; a component of its own, as it renders several times a second. */
function Playhead({ duration }: { duration: number }) {
  const { clock } = use(PlayerContext);
  const share = useSyncExternalStore(clock.subscribe, () => Math.min(1, clock.now() / duration));
  return <span className={recordingStripStyles.played} style={{ width: `${share * 100}%` }} />;
}
