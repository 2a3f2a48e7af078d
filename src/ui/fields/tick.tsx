import type { ComponentProps, ReactNode } from 'react';
import styles from './tick.module.css';

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** Label of the checkbox. */
  children: ReactNode;
}

/** A checkbox with its label; both can be pressed. */
export function Tick({ children, ...input }: TickProps) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}
