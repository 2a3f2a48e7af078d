import { classNames } from '../base/class-names.ts';
import styles from './spinner.module.css';

/** Waiting of unknown length; `page` takes the height of a screen. */
export function Spinner({ page = false }: { page?: boolean }) {
  return (
    <div role="status" aria-label="Загрузка..." className={classNames(styles.spinner, page && styles.page)}>
      <span className={styles.ring} />
    </div>
  );
}
