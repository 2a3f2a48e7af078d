import { useState } from 'react';
import { Link } from 'react-router-dom';
import { plural } from '#contract/text/plurals.ts';
import { formatNumber } from '#src/format/index.ts';
import styles from './counts.module.css';
import { Skeleton } from './loading.tsx';

/** A figure and its nouns: for one, a few and many. */
interface CountWords {
  key: string;
  value: number | null | undefined;
  words: readonly [one: string, few: string, many: string];
  tone?: 'bad' | undefined;
  /** Address where what is counted is listed. */
  to?: string | undefined;
}

interface CountsProps {
  items: CountWords[];
  none: string;
  /** Whether the figures are loading: skeletons take their places, in the final height. */
  isComing?: boolean;
}

/** Figures with their words; an unknown figure is left out. */
export function Counts({ items, none, isComing = false }: CountsProps) {
  if (isComing) return <ComingCounts items={items} />;
  const known = items.flatMap((item) => (typeof item.value === 'number' ? [{ ...item, value: item.value }] : []));
  if (known.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ul className={styles.counts}>
      {known.map(({ key, value, words, tone, to }) => {
        const figure = (
          <>
            <span className={styles.value}>{formatNumber(value)}</span> {plural(value, ...words)}
          </>
        );
        return (
          <li key={key} className={tone && value > 0 ? styles[tone] : undefined}>
            {to ? (
              <Link to={to} className={styles.link}>
                {figure}
              </Link>
            ) : (
              figure
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ComingCounts({ items }: { items: CountWords[] }) {
  return (
    <ul className={styles.counts} aria-hidden>
      {items.map(({ key, words }) => (
        <li key={key}>
          <span className={styles.value}>
            <Skeleton width={32} />
          </span>{' '}
          <span className={styles.coming}>{words[2]}</span>
        </li>
      ))}
    </ul>
  );
}

interface FoundCountProps {
  /** All filters of the list as one string. */
  asked: string;
  /** Number of matches; undefined while it is loading, null where it is unknown. */
  total: number | null | undefined;
}

/**
 * Announces the number of matches once a person has filtered a list: the rows change where a screen reader is not
 * reading. The initial list is not announced.
 */
export function FoundCount({ asked, total }: FoundCountProps) {
  const [first] = useState(asked);
  const [isNarrowed, setNarrowed] = useState(false);
  if (!isNarrowed && asked !== first) setNarrowed(true);
  return (
    <p role="status" className="visually-hidden">
      {isNarrowed && total !== undefined ? words(total) : ''}
    </p>
  );
}

function words(total: number | null): string {
  if (total === null) return 'Список обновлён';
  return total === 0 ? 'Ничего не найдено' : `Найдено: ${formatNumber(total)}`;
}
