import type { ComponentProps, ReactNode } from 'react';
import styles from './tick.module.css';

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** What is ticked, in words. */
  children: ReactNode;
}

/** A box to tick with its words beside it: both may be pressed. */
export function Tick({ children, ...input }: TickProps) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}
