import { classNames } from './class-names.ts';
import styles from './layout.module.css';

const gaps = { 1: styles.gap1, 2: styles.gap2, 3: styles.gap3, 4: styles.gap4, 5: styles.gap5 };

/** Between children, in steps of the scale. */
type Gap = keyof typeof gaps;

/** Class names for what only arranges its children; `FieldRow` is the third, with as many columns as there is room for. */
export const layout = {
  /** Below each other, as wide as what holds them. */
  stack: (gap: Gap) => classNames(styles.stack, gaps[gap]),
  /** Beside each other, as high as the highest, in as many lines as they need. */
  row: (gap: Gap) => classNames(styles.row, gaps[gap]),
  /** The same, each as high as it is. */
  centredRow: (gap: Gap) => classNames(styles.row, styles.centred, gaps[gap]),
};
