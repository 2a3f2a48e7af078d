import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './table.module.css';

interface TableProps {
  /** What the rows are; the accessible name. */
  label: string;
  head: ReactNode;
  busy?: boolean;
  /** Number of all rows without the head, where not all of them are rendered. */
  rowCount?: number | undefined;
  /** Whether the table may stand beside something else; then its rows become cards only on a phone. */
  beside?: boolean;
  children: ReactNode;
}

/**
 * A native table; `head` holds the <th>s, the children the <tr>s. Where there is no room for columns, each row becomes
 * a small card.
 */
export function Table({ label, head, busy = false, rowCount, beside = false, children }: TableProps) {
  return (
    <div className={classNames(styles.frame, beside && styles.beside)}>
      <table
        className={styles.table}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      >
        <thead>
          <tr aria-rowindex={rowCount === undefined ? undefined : 1}>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Space of rows that are not rendered; the height is in pixels. */
export function TableGap({ height }: { height: number }) {
  return <tr aria-hidden className={styles.gap} style={{ height }} />;
}
