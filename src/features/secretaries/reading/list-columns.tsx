import { Skeleton } from '#src/ui/index.ts';
import styles from './reading.module.css';

/** A column of a list; `look` is the class of its width. */
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

/** Skeletons of rows, in their final size. */
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
