import { Skeleton } from '#src/ui/index.ts';
import styles from './side-list.module.css';

/** A list beside the sheet while it is coming: each row as high as it will be. */
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
