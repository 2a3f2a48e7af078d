import { type ReactNode, useRef } from 'react';
import { useOverflow } from '#src/lib/use-overflow.ts';
import styles from './sheet-table.module.css';

/** The place of a table. One that scrolls can be reached by the keyboard, one that does not is no stop on the way. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const stop = useOverflow(frame) ? { role: 'region', 'aria-label': `${label}: таблица`, tabIndex: 0 } : {};
  return (
    <div ref={frame} className={styles.frame} {...stop}>
      {children}
    </div>
  );
}
