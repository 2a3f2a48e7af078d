import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listedName } from '#src/format/index.ts';
import { classNames } from '../base/class-names.ts';
import styles from './data-list.module.css';

export interface DataRow {
  id: string;
  title: string;
  /** Address of the title's link. */
  to?: string;
  note?: string | undefined;
  /** Figure at the end of the second line, with a link to what it counts. */
  figure?: ReactNode;
  /** Text before the title: a time. */
  lead?: string | undefined;
  /** Whether the row is dimmed, because it is past. */
  isQuiet?: boolean;
  /** Content at the right: a badge or a button. */
  aside?: ReactNode;
}

/** Rows with a title, a second line and content at the right. */
export function DataList({ label, rows }: { label: string; rows: DataRow[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map(({ id, title, to, note, figure, lead, isQuiet, aside }) => (
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
            {note || figure ? (
              <span className={styles.note} dir="auto">
                {note ? listedName(note) : null}
                {note && figure ? ' · ' : null}
                {figure}
              </span>
            ) : null}
          </span>
          {aside}
        </li>
      ))}
    </ul>
  );
}
