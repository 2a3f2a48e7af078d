import { type PointerEvent, use, useSyncExternalStore } from 'react';
import { formatTimecode } from '#src/format/index.ts';
import type { Chapter } from '../playback/chapters.ts';
import { type KeywordMark, nearestMark } from '../playback/keyword-mark.ts';
import { PlayerContext } from '../playback/player-context.ts';
import styles from './recording-strip.module.css';

interface RecordingStripProps {
  chapters: readonly Chapter[];
  marks: readonly KeywordMark[];
  /** Seconds. */
  duration: number;
}

/** How near a press is taken for the mark itself, in pixels. */
const reach = 6;

/**
 * The length of the recording: where each question begins, where keywords are said, where it stands. A press plays from
 * there on. For the pointer: the player's own controls and the lists say the same to everybody.
 */
export function RecordingStrip({ chapters, marks, duration }: RecordingStripProps) {
  const { play } = use(PlayerContext);
  const place = (seconds: number) => ({ left: `${Math.min(1, seconds / duration) * 100}%` });
  const press = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pressed = Math.max(0, ((clientX - left) / width) * duration);
    const near = nearestMark([...chapters, ...marks], pressed);
    const isMeant = near && Math.abs(near.start - pressed) <= (reach / width) * duration;
    play?.(isMeant ? near.start : pressed);
  };
  return (
    <div aria-hidden className={styles.strip} onPointerDown={press}>
      <Playhead duration={duration} />
      {chapters.map(({ id, start, title }) => (
        <span
          key={id}
          className={styles.chapter}
          title={`${formatTimecode(start)} ${title}`}
          data-chapter={id}
          style={place(start)}
        />
      ))}
      {marks.map(({ id, start, words }) => (
        <span key={id} className={styles.mark} title={`${formatTimecode(start)} ${words}`} style={place(start)} />
      ))}
    </div>
  );
}

/** What is played already; drawn anew several times a second, and nothing else with it. */
function Playhead({ duration }: { duration: number }) {
  const { clock } = use(PlayerContext);
  const share = useSyncExternalStore(clock.subscribe, () => Math.min(1, clock.now() / duration));
  return <span className={styles.played} style={{ width: `${share * 100}%` }} />;
}
