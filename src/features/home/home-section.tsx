import { type ReactNode, useId } from 'react';
import styles from './home-screen.module.css';

interface HomeSectionProps {
  title: string;
  /** Content at the right of the heading: a link, or what the section shows. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the home screen. It has no border: only the next meeting is set apart by one. */
export function HomeSection({ title, aside, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
