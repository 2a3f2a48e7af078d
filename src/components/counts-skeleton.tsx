import styles from './counts.module.css';
import { Skeleton } from './skeleton.tsx';

/** The place of so many figures while they are coming: it breaks into lines as they do. */
export function CountsSkeleton({ of }: { of: number }) {
  return (
    <div className={styles.counts} aria-hidden>
      {Array.from({ length: of }, (_, place) => place).map((place) => (
        <Skeleton key={place} width="100%" height={50} />
      ))}
    </div>
  );
}
