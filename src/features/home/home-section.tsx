import { type ReactNode, useId } from 'react';
import styles from './home-screen.module.css';

interface HomeSectionProps {
  title: string;
  /** At the right of the heading: where it leads, or what it shows. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One subject of the home screen. It has no border: only the meeting that comes next is set apart by one. */
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
