import { classNames } from '../base/class-names.ts';
import styles from './skeleton.module.css';

/** A grey skeletonKey in the place of what is still coming; sizes are the final layout's, as wide as high is a picture. */
export function Skeleton({ width, height }: { width: string | number; height?: number }) {
  const isRound = width === height;
  return (
    <span aria-hidden className={classNames(styles.skeleton, isRound && styles.round)} style={{ width, height }} />
  );
}
