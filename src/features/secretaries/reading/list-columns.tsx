import { Skeleton } from '#src/ui/index.ts';
import styles from './reading.module.css';

/** A column of a list, with the class that says how wide it is. */
export interface Column {
  title: string;
  look: string | undefined;
}

/** The heads of the columns. */
export function Heads({ columns }: { columns: readonly Column[] }) {
  return columns.map(({ title, look }) => (
    <th key={title} scope="col" className={look}>
      {title}
    </th>
  ));
}

const rows = ['62%', '48%', '70%', '54%', '66%', '58%'];

/** Rows that are still coming, in the size of real ones. */
export function RowSkeletons({ columns }: { columns: readonly Column[] }) {
  const [, ...others] = columns;
  return rows.map((width) => (
    <tr key={width} aria-hidden>
      <td className={styles.title}>
        <Skeleton width={width} />
        <span className={styles.below}>
          <Skeleton width="40%" height={14} />
        </span>
      </td>
      {others.map(({ title, look }) => (
        <td key={title} className={look}>
          <Skeleton width={96} />
        </td>
      ))}
    </tr>
  ));
}
