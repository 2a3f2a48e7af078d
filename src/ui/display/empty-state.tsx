import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import styles from './state.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon of={icon} size={32} />
      <h2>{title}</h2>
      {children ? <p className={styles.words}>{children}</p> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
