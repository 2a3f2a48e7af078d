import { classNames } from '#src/ui/index.ts';
import styles from './bars.module.css';

/** One bar of a chart: its length is `value`, what stands beside it is `text`. */
export interface Bar {
  key: string;
  name: string;
  value: number;
  text: string;
  /** Stands out: the sum of all. */
  isTotal?: boolean;
}

interface BarsProps {
  /** What the chart shows, for who does not see it: the figures themselves are in the table beside. */
  label: string;
  bars: readonly Bar[];
  /** What a whole bar means; the greatest value without it. */
  most?: number;
}

/** Bars under each other, their names before them: for what has long names. */
export function RowBars({ label, bars, most = greatestOf(bars) }: BarsProps) {
  return (
    <div role="img" aria-label={label} className={styles.rows}>
      {bars.map(({ key, name, value, text, isTotal }) => (
        <div key={key} className={classNames(styles.row, isTotal && styles.total)}>
          <span className={styles.name}>{name}</span>
          <span className={styles.track}>
            {value > 0 ? <span className={styles.bar} style={{ width: `${(value / most) * 100}%` }} /> : null}
          </span>
          <span className={styles.text}>{text}</span>
        </div>
      ))}
    </div>
  );
}

/** Bars beside each other, for a few that have an order of their own. */
export function ColumnBars({ label, bars, most = greatestOf(bars) }: BarsProps) {
  return (
    <div role="img" aria-label={label} className={styles.columns}>
      {bars.map(({ key, name, value, text }) => (
        <div key={key} className={styles.column}>
          <span className={styles.stack}>
            <span className={styles.text}>{text}</span>
            <span className={styles.pillar} style={{ height: `${(value / most) * 140}px` }} />
          </span>
          <span className={styles.foot}>{name}</span>
        </div>
      ))}
    </div>
  );
}

function greatestOf(bars: readonly Bar[]): number {
  return Math.max(...bars.map(({ value }) => value)) || 1;
}
