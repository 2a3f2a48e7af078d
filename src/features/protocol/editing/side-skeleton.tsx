import { Skeleton } from '#src/ui/index.ts';
import styles from './side-list.module.css';

/** Skeleton of a list beside the sheet, with rows of their final height. */
export function SideSkeleton({ rows }: { rows: 'task' | 'row' }) {
  return (
    <div role="status" aria-label="Загрузка...">
      <div className={styles.list} aria-hidden>
        {widths.map((width) => (
          <div key={width} className={styles[rows]}>
            <span className={styles.skeletonRows}>
              <Skeleton width={width} />
              <Skeleton width="36%" height={14} />
              {rows === 'task' ? <Skeleton width={160} height={40} /> : null}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

const widths = ['82%', '64%', '76%'];
