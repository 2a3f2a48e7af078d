import { formatFullMoment } from '#src/format/index.ts';
import { useOldestShown } from '#src/sync/index.ts';
import styles from './secretaries.module.css';

/** On paper alone: what the figures are about, and as of when they are. */
export function PrintedHead({ subject }: { subject?: string | undefined }) {
  const at = useOldestShown();
  return at ? (
    <p className={styles.printed}>
      {subject ? `${subject} по данным` : 'По данным'} на {formatFullMoment(at)}
    </p>
  ) : null;
}
