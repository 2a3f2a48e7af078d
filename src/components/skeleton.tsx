import styles from './skeleton.module.css';

/** A grey bone in the place of a text that is still coming; sizes are the final layout's. */
export function Skeleton({ width, height }: { width: string | number; height?: number }) {
  return <span aria-hidden className={styles.bone} style={{ width, height }} />;
}
