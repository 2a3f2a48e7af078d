import { Skeleton } from '#src/ui/index.ts';
import styles from './keywords.module.css';

const widths = ['30%', '22%', '38%', '26%', '34%', '20%'];

/** The list while it is coming. */
export function KeywordSkeleton() {
  return (
    <div role="status" aria-label="Загрузка...">
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
