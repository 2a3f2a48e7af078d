import { useState } from 'react';
import { Link } from 'react-router-dom';
import { plural } from '#contract/plurals.ts';
import { formatNumber } from '#src/format/index.ts';
import styles from './counts.module.css';
import { Skeleton } from './loading.tsx';

/** A figure and the words for it: for one, a few, many. */
interface CountWords {
  key: string;
  value: number | null | undefined;
  words: readonly [one: string, few: string, many: string];
  tone?: 'bad' | undefined;
  /** Where what is counted is listed. */
  to?: string | undefined;
}

interface CountsProps {
  items: CountWords[];
  none: string;
  /** The figures are still on their way: skeletons stand in their places, as high as they will be. */
  isComing?: boolean;
}

/** Figures with their words; one that is not known is left out. */
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
  /** What the list is narrowed by, in one text. */
  asked: string;
  /** How many there are; undefined while they are coming, null where nobody knows. */
  total: number | null | undefined;
}

/**
 * Says how many were found once a person has narrowed a list: the rows change elsewhere, where a screen reader is not.
 * The list as it opens is met by reading it.
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
