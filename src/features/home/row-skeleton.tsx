import { Skeleton } from '#src/ui/index.ts';
import styles from './home-screen.module.css';

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
