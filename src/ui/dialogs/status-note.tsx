import type { ReactNode } from 'react';
import styles from './status-note.module.css';

/** Why a button has to wait, beside it. The live region is always there, so that a screen reader reads what appears in it. */
export function StatusNote({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="status" id={id}>
      {children ? <p className={styles.note}>{children}</p> : null}
    </div>
  );
}
