import { classNames } from './class-names.ts';
import styles from './layout.module.css';

const gaps = { 1: styles.gap1, 2: styles.gap2, 3: styles.gap3, 4: styles.gap4, 5: styles.gap5 };

/** Gap between children, in steps of the scale. */
type Gap = keyof typeof gaps;

/** Class names that only arrange children; `FieldRow` is the third layout, with as many columns as fit. */
export const layout = {
  /** Children below each other, in the full width. */
  stack: (gap: Gap) => classNames(styles.stack, gaps[gap]),
  /** Children beside each other, of equal height, wrapping into further lines. */
  row: (gap: Gap) => classNames(styles.row, gaps[gap]),
  /** The same, centred, with the height of each child. */
  centredRow: (gap: Gap) => classNames(styles.row, styles.centred, gaps[gap]),
};
