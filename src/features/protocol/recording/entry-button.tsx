import { formatTimecode } from '#src/format/index.ts';
import styles from './recording-strip.module.css';

interface EntryButtonProps {
  /** Seconds of the recording. */
  start: number;
  words: string;
  isCurrent?: boolean;
  onPlay: ((seconds: number) => void) | undefined;
}

/** A moment of the recording in a list: its time and what is said then; a press plays it. */
export function EntryButton({ start, words, isCurrent = false, onPlay }: EntryButtonProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      disabled={!onPlay}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onPlay?.(start)}
    >
      <span className={styles.time}>{formatTimecode(start)}</span> <bdi>{words}</bdi>
    </button>
  );
}
