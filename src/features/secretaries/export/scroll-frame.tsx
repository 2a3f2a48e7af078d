import type { ReactNode } from 'react';
import styles from './sheet-table.module.css';

/** More rows than this do not fit. */
const mostRows = 11;

interface ScrollFrameProps {
  label: string;
  rows: number;
  children: ReactNode;
}

/** The place of a table. One that scrolls can be reached by the keyboard, one that does not is no stop on the way. */
export function ScrollFrame({ label, rows, children }: ScrollFrameProps) {
  const stop = rows > mostRows ? { role: 'region', 'aria-label': `${label}: таблица`, tabIndex: 0 } : {};
  return (
    <div className={styles.frame} {...stop}>
      {children}
    </div>
  );
}
