import { classNames } from '#src/ui/index.ts';
import styles from './bars.module.css';

/** One bar of a chart: `value` is its length, `text` stands beside it. */
export interface Bar {
  key: string;
  name: string;
  value: number;
  text: string;
  /** Whether the bar is highlighted as the sum of all. */
  isTotal?: boolean;
}

interface BarsProps {
  /** What the chart shows, for screen readers; the figures are in the table beside it. */
  label: string;
  bars: readonly Bar[];
  /** Value of a full bar; by default the greatest value. */
  most?: number;
}

/** Horizontal bars below each other, each after its name; for long names. */
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

/** Vertical bars beside each other, for a few values with a natural order. */
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
