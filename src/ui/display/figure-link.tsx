import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '../base/class-names.ts';
import styles from './figure-link.module.css';

interface FigureLinkProps extends Omit<LinkProps, 'to'> {
  /** Address of the list of what the figure counts; undefined where nothing lists it. */
  to: string | undefined;
  children: ReactNode;
}

/**
 * Figure that links to the list of what it counts; without an address, plain text.
 *
 * Each figure on a screen is one, except a figure that counts exactly what is listed directly beneath it on the same
 * screen. Zero is a link like the others: its list says in words that there is nothing.
 */
export function FigureLink({ to, className, children, ...props }: FigureLinkProps) {
  if (!to) return children;
  return (
    <Link {...props} to={to} className={classNames(styles.figure, className)}>
      {children}
    </Link>
  );
}
