import styles from './row-action.module.css';

/** The class of a button in a row that is seen where the row has the pointer or the focus. */
export const rowAction = styles.action;
