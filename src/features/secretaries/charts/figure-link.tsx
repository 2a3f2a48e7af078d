import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A figure that leads to what it counts, where that is listed. */
export function FigureLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to ? <Link to={to}>{children}</Link> : children;
}
