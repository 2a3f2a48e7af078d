import { formatFullMoment } from '#src/lib/dates.ts';
import { useOldestShown } from '#src/lib/use-shown-data.ts';
import styles from './secretaries.module.css';

/** On paper alone: as of when the figures are. */
export function PrintedHead() {
  const at = useOldestShown();
  return at ? <p className={styles.printed}>По данным на {formatFullMoment(at)}</p> : null;
}
