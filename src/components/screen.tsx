import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './screen.module.css';

/** The blocks of a screen under each other; `narrow` for what is read or filled in. */
export function Screen({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.screen, narrow && styles.narrow)}>{children}</div>;
}
