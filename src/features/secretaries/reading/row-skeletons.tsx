import { Skeleton } from '#src/ui/index.ts';
import styles from './reading.module.css';

const rows = ['62%', '48%', '70%', '54%', '66%', '58%'];

/** Rows that are still coming, in the size of real ones. */
export function RowSkeletons({ columns }: { columns: number }) {
  return rows.map((width) => (
    <tr key={width} aria-hidden>
      <td className={styles.title}>
        <Skeleton width={width} />
        <span className={styles.below}>
          <Skeleton width="40%" height={14} />
        </span>
      </td>
      {Array.from({ length: columns - 1 }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and stay in their places
        <td key={column}>
          <Skeleton width={96} />
        </td>
      ))}
    </tr>
  ));
}
