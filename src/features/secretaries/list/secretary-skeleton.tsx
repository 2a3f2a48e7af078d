import { Skeleton } from '#src/ui/index.ts';
import styles from '../secretaries.module.css';

const widths = ['52%', '44%', '58%', '48%'];

/** The list while it is coming. */
export function SecretarySkeleton() {
  return (
    <div role="status" aria-label="Загрузка...">
      {widths.map((width) => (
        <div key={width} className={styles.skeleton}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
