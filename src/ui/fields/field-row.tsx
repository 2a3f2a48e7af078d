import type { ReactNode } from 'react';
import styles from './field-row.module.css';

/** Fields beside each other, or below each other where they would be narrower than 200 px. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
