import { Link } from 'react-router-dom';
import type { Page } from '#contract/envelope.ts';
import { formatNumber } from '#src/format/index.ts';
import { classNames } from '../base/class-names.ts';
import { layout } from '../base/layout.ts';
import { buttonClass } from '../buttons/button.tsx';
import { pageNumbers } from './page-numbers.ts';
import styles from './pagination.module.css';

interface PaginationProps {
  /** The shown page; without rows there is no pagination. */
  of: Page<unknown> | undefined;
  /** Returns the address of a page. */
  href: (page: number) => string;
}

/** «1–15 из 128» and the pages as links, so that «back» and a reload keep the page. */
export function Pagination({ of, href }: PaginationProps) {
  if (!of || of.rows.length === 0) return null;
  const { current_page: page, per_page, total, last_page, has_next } = of.meta;
  const first = (page - 1) * per_page + 1;
  const range = `${formatNumber(first)}–${formatNumber(first + of.rows.length - 1)}${total === undefined ? '' : ` из ${formatNumber(total)}`}`;
  return (
    <nav className={styles.pagination} aria-label="Страницы">
      <p className={styles.range}>{range}</p>
      {page > 1 || has_next ? (
        <div className={layout.centredRow(2)}>
          <Step to={page > 1 ? href(page - 1) : undefined}>Назад</Step>
          {pageNumbers(page, last_page, has_next).map((number, index, all) =>
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
          <Step to={has_next ? href(page + 1) : undefined}>Вперёд</Step>
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
