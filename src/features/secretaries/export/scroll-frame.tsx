import { type ReactNode, useRef } from 'react';
import { classNames, useOverflow } from '#src/ui/index.ts';
import styles from './sheet-table.module.css';

interface ScrollFrameProps {
  label: string;
  rows: number;
  /** With more rows it scrolls. */
  most?: number;
  children: ReactNode;
}

/** The place of a table. One that scrolls can be reached by the keyboard, one that does not is no stop on the way. */
export function ScrollFrame({ label, rows, most = 11, children }: ScrollFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const stop = useOverflow(frame) ? { role: 'region', 'aria-label': `${label}: таблица`, tabIndex: 0 } : {};
  return (
    <div ref={frame} className={classNames(styles.frame, rows > most && styles.long)} {...stop}>
      {children}
    </div>
  );
}
