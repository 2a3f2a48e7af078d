import type { ReactNode } from 'react';
import styles from './status-note.module.css';

/**
 * Why the button beside it has to wait. The live region always exists, so that screen readers read what appears in it.
 */
export function StatusNote({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="status" id={id}>
      {children ? <p className={styles.note}>{children}</p> : null}
    </div>
  );
}
