import styles from './table.module.css';

/** The room of the rows of a table that are not drawn, in pixels. */
export function TableGap({ height }: { height: number }) {
  return <tr aria-hidden className={styles.gap} style={{ height }} />;
}
