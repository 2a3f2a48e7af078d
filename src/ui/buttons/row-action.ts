import styles from './row-action.module.css';

/** Class of a button that is visible only while its row has the pointer or the focus. */
export const rowAction = styles.action;
