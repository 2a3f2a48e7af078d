import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad' | 'saved';

/** A state in words behind a dot: colour never says it alone. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>;
}
