import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './charts.module.css';

/** A figure that leads to what it counts, where that is listed. */
export function FigureLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className={styles.figure}>
      {children}
    </Link>
  );
}
