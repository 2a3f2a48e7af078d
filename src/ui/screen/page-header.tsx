import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { ScreenHeading } from './screen-heading.tsx';

interface PageHeaderProps {
  title: string;
  /** How many there are, beside the title. */
  count?: number | undefined;
  actions?: ReactNode;
}

/** The head of a screen: its one heading and what can be done here. */
export function PageHeader({ title, count, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <ScreenHeading title={title} />
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
