import { formatNumber, plural } from '#src/lib/plurals.ts';
import styles from './counts.module.css';

/** A figure and the words for it: for one, a few, many. */
export interface CountWords {
  key: string;
  value: number | null | undefined;
  words: readonly [one: string, few: string, many: string];
  tone?: 'bad' | undefined;
}

/** Figures with their words; one that is not known is left out. */
export function Counts({ items, none }: { items: CountWords[]; none: string }) {
  const known = items.flatMap((item) => (typeof item.value === 'number' ? [{ ...item, value: item.value }] : []));
  if (known.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ul className={styles.counts}>
      {known.map(({ key, value, words, tone }) => (
        <li key={key} className={tone && value > 0 ? styles[tone] : undefined}>
          <span className={styles.value}>{formatNumber(value)}</span> {plural(value, ...words)}
        </li>
      ))}
    </ul>
  );
}
