import type { ReactNode } from 'react';
import styles from './screen.module.css';

/** The blocks of a screen under each other. */
export function Screen({ children }: { children: ReactNode }) {
  return <div className={styles.screen}>{children}</div>;
}
