import { formatNumber } from '#src/format/index.ts';
import styles from './list-count.module.css';

/** Number of the items listed beneath, for the header of a screen; nothing while it is not known. */
export function ListCount({ of }: { of: number | undefined }) {
  // Apart from the header: screens before the sign-in have no lists, and load no formats.
  return of === undefined ? null : <span className={styles.count}>{formatNumber(of)}</span>;
}
