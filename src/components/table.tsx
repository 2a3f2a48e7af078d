import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  /** What the rows are: the accessible name. */
  label: string;
  head: ReactNode;
  busy?: boolean;
  /** How many rows there are where not all of them are drawn, the head aside. */
  rowCount?: number | undefined;
  children: ReactNode;
}

/** A native table; `head` holds the <th>s, the children the <tr>s. Under 720 px each row becomes a small card. */
export function Table({ label, head, busy = false, rowCount, children }: TableProps) {
  return (
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
  );
}
