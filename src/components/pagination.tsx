import { Link } from 'react-router-dom';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { pageNumbers } from './page-numbers.ts';
import styles from './pagination.module.css';

interface PaginationProps {
  page: number;
  perPage: number;
  rows: number;
  total?: number | undefined;
  lastPage?: number | undefined;
  hasNext: boolean;
  /** The address of a page. */
  href: (page: number) => string;
}

/** «1–15 из 128» and the pages as links, so that back and reload keep the place. */
export function Pagination({ page, perPage, rows, total, lastPage, hasNext, href }: PaginationProps) {
  const first = (page - 1) * perPage + 1;
  const range = rows > 0 ? `${first}–${first + rows - 1}${total === undefined ? '' : ` из ${total}`}` : '';
  return (
    <nav className={styles.pagination} aria-label="Страницы">
      <p className={styles.range}>{range}</p>
      {page > 1 || hasNext ? (
        <div className={styles.pages}>
          <Step to={page > 1 ? href(page - 1) : undefined}>Назад</Step>
          {pageNumbers(page, lastPage, hasNext).map((number, index, all) =>
            number === null ? (
              <span key={`gap-${all[index - 1]}`} className={classNames(styles.gap, styles.number)}>
                …
              </span>
            ) : (
              <Link
                key={number}
                to={href(number)}
                aria-label={`Страница ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={classNames(
                  buttonClass({ variant: number === page ? 'primary' : 'outlined', size: 'small' }),
                  styles.page,
                  styles.number,
                )}
              >
                {number}
              </Link>
            ),
          )}
          <Step to={hasNext ? href(page + 1) : undefined}>Вперёд</Step>
        </div>
      ) : null}
    </nav>
  );
}

function Step({ to, children }: { to: string | undefined; children: string }) {
  const look = buttonClass({ size: 'small' });
  return to ? (
    <Link to={to} className={look}>
      {children}
    </Link>
  ) : (
    <span className={look} aria-disabled="true">
      {children}
    </span>
  );
}
