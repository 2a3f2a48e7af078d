import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listedName } from '#src/format/index.ts';
import { classNames } from '../base/class-names.ts';
import styles from './data-list.module.css';

export interface DataRow {
  id: string;
  title: string;
  /** Where the title leads. */
  to?: string;
  note?: string | undefined;
  /** Before the title: a time. */
  lead?: string | undefined;
  /** It steps back behind the others: what is past. */
  isQuiet?: boolean;
  /** At the right: a badge, a button. */
  aside?: ReactNode;
}

/** Rows of a name, a second line and something at the right. */
export function DataList({ label, rows }: { label: string; rows: DataRow[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map(({ id, title, to, note, lead, isQuiet, aside }) => (
        <li key={id} className={classNames(styles.row, isQuiet && styles.quiet)}>
          {lead ? <span className={styles.time}>{lead}</span> : null}
          <span className={styles.main}>
            {to ? (
              <Link to={to} className={styles.name} dir="auto" title={listedName(title)}>
                {listedName(title)}
              </Link>
            ) : (
              <span className={styles.name} dir="auto" title={listedName(title)}>
                {listedName(title)}
              </span>
            )}
            {note ? (
              <span className={styles.note} dir="auto">
                {listedName(note)}
              </span>
            ) : null}
          </span>
          {aside}
        </li>
      ))}
    </ul>
  );
}
