import { type ReactNode, useId } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './card.module.css';

interface CardProps {
  /** Id that an address may point to: `#queue`. */
  anchor?: string;
  /** With a title the card is a region of that name. */
  title?: string;
  /** 3 within a section that has a heading of its own. */
  level?: 2 | 3;
  /** Without padding, for a table or a video that reaches the edge. */
  bare?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A bordered surface for one subject. */
export function Card({ anchor, title, level = 2, bare = false, className, children }: CardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      id={anchor}
      className={classNames(styles.card, !bare && styles.padded, className)}
      aria-labelledby={title && id}
    >
      {title ? (
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
      ) : null}
      {children}
    </section>
  );
}
