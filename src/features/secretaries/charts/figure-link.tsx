import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './charts.module.css';

/** Figure that links to the list of what it counts; without an address, plain text. */
export function FigureLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className={styles.figure}>
      {children}
    </Link>
  );
}
