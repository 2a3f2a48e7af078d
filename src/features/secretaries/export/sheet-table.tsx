import { type ReactNode, useRef } from 'react';
import { classNames, FigureLink, useOverflow } from '#src/ui/index.ts';
import { figureFormat, type Sheet } from './sheet.ts';
import styles from './sheet-table.module.css';

/** Figures of a sheet as a table; with many rows it scrolls within its frame. The first column names the row. */
export function SheetTable({ sheet }: { sheet: Sheet }) {
  const formats = sheet.heads.map((_, column) => figureFormat(sheet.rows.map((row) => row[column])));
  return (
    <ScrollFrame label={sheet.title} rows={sheet.rows.length}>
      <table className={styles.sheet} aria-label={sheet.title}>
        <thead>
          <tr>
            {sheet.heads.map((head, column) => (
              <th key={head} scope="col" className={classNames(column > 0 && styles.figure)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two secretaries may have one name, and rows are only shown
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((figure, column) => (
                <td key={sheet.heads[column + 1]} className={styles.figure}>
                  <FigureLink
                    // A dash counts nothing.
                    to={figure === null ? undefined : sheet.links?.[row]?.[column + 1]}
                    className={styles.link}
                  >
                    {typeof figure === 'number' ? formats[column + 1]?.(figure) : (figure ?? '—')}
                  </FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

interface ScrollFrameProps {
  label: string;
  rows: number;
  /** Maximum number of rows that do not scroll. */
  most?: number;
  children: ReactNode;
}

/** Frame of a table. While it scrolls, it is a tab stop. */
export function ScrollFrame({ label, rows, most = 11, children }: ScrollFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const stop = useOverflow(frame) ? { role: 'region', 'aria-label': `${label}: таблица`, tabIndex: 0 } : {};
  return (
    <div ref={frame} className={classNames(styles.frame, rows > most && styles.long)} {...stop}>
      {children}
    </div>
  );
}
