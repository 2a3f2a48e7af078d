import { classNames } from '../base/class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is in progress; the accessible name. */
  label: string;
  /** 0–1. */
  value: number;
  /** The amount in words, at the right: «412 из 980 МБ». */
  amount?: string;
  /** Further words below: «3,1 МБ/с · осталось 3 мин». */
  words?: string | undefined;
  tone?: 'running' | 'paused' | 'bad';
}

/** A progress bar with its words. */
export function ProgressBar({ label, value, amount, words, tone = 'running' }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.label} title={label}>
          {label}
        </span>
        {amount ? <span className={styles.value}>{amount}</span> : null}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={[amount, words].filter(Boolean).join(', ') || `${percent} %`}
        className={styles.track}
      >
        <div className={classNames(styles.fill, tone !== 'running' && styles[tone])} style={{ width: `${percent}%` }} />
      </div>
      {words ? <p className={styles.words}>{words}</p> : null}
    </div>
  );
}

/**
 * A grey shape in place of content that is loading, in its final size. With equal width and height it is round, for a
 * person's picture.
 */
export function Skeleton({ width, height }: { width: string | number; height?: number }) {
  const isRound = width === height;
  return (
    <span aria-hidden className={classNames(styles.skeleton, isRound && styles.round)} style={{ width, height }} />
  );
}
