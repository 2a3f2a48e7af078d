import { classNames } from '../base/class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is under way: the accessible name. */
  label: string;
  /** 0–1. */
  value: number;
  /** The amount in words, at the right: «412 из 980 МБ». */
  amount?: string;
  /** The rest in words, below: «3,1 МБ/с · осталось 3 мин». */
  words?: string | undefined;
  tone?: 'running' | 'paused' | 'bad';
}

/** Progress with its words beside the bar. */
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

/** A grey shape in the place of what is still coming, in the size of the final layout. As wide as high, it is round: a picture of a person. */
export function Skeleton({ width, height }: { width: string | number; height?: number }) {
  const isRound = width === height;
  return (
    <span aria-hidden className={classNames(styles.skeleton, isRound && styles.round)} style={{ width, height }} />
  );
}
