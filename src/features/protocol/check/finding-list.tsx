import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, useId } from 'react';
import { Icon } from '#src/ui/index.ts';
import type { Finding, Place } from '../editing/finding.ts';
import styles from './findings.module.css';

const groups = [
  ['hinders', 'Мешает'],
  ['check', 'Стоит проверить'],
] as const;

interface FindingListProps {
  findings: readonly Finding[];
  onJump: (place: Place) => void;
}

/** What the check found, what hinders first; each line leads to where it is put right. */
export function FindingList({ findings, onJump }: FindingListProps) {
  const id = useId();
  return groups.map(([weight, title]) => {
    const found = findings.filter((each) => each.weight === weight);
    if (found.length === 0) return null;
    return (
      <Fragment key={weight}>
        <h3 id={`${id}-${weight}`} className={styles.group} data-weight={weight}>
          {title}
        </h3>
        <ul className={styles.list} aria-labelledby={`${id}-${weight}`}>
          {found.map(({ kind, words, place }) => (
            <li key={kind}>
              <button type="button" className={styles.finding} onClick={() => onJump(place)}>
                <span className={styles.words}>{words}</span>
                <Icon of={ChevronRight} size={16} />
              </button>
            </li>
          ))}
        </ul>
      </Fragment>
    );
  });
}
