import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './badge.module.css';

export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad' | 'saved';

/** A state in words after a dot: colour is never its only sign. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>;
}
