import { type ReactNode, useId } from 'react';
import { Skeleton } from '#src/ui/index.ts';
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

const widths = ['70%', '54%', '62%', '58%', '48%'];

/** Skeleton of rows with a name and a second line, in their final size. */
export function RowSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Загрузка...">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and stay in their places
        <div key={index} className={styles.skeleton}>
          <Skeleton width={widths[index % widths.length] ?? '60%'} height={16} />
          <Skeleton width="40%" height={12} />
        </div>
      ))}
    </div>
  );
}
