import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  /** What the rows are: the accessible name. */
  label: string;
  head: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

/** A native table; `head` holds the <th>s, the children the <tr>s. Under 720 px each row becomes a small card. */
export function Table({ label, head, busy = false, children }: TableProps) {
  return (
    <table className={styles.table} aria-label={label} aria-busy={busy}>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
