import { Link, NavLink } from 'react-router-dom';
import styles from './section-tabs.module.css';

interface SectionTab {
  to: string;
  title: string;
  /** Whether it is the open one, where only the query of the address tells. */
  current?: boolean;
}

/** The parts of a section that have addresses of their own. */
export function SectionTabs({ label, tabs }: { label: string; tabs: SectionTab[] }) {
  return (
    <nav ref={showCurrent} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, title, current }) =>
        current === undefined ? (
          <NavLink key={to} to={to} end className={styles.tab ?? ''}>
            {title}
          </NavLink>
        ) : (
          <Link key={to} to={to} className={styles.tab ?? ''} aria-current={current ? 'page' : undefined}>
            {title}
          </Link>
        ),
      )}
    </nav>
  );
}

/** On a narrow screen the open one may lie beyond the edge. */
function showCurrent(strip: HTMLElement | null): void {
  const current = strip?.querySelector('[aria-current]');
  if (!strip || !current) return;
  const beyond = current.getBoundingClientRect().right - strip.getBoundingClientRect().right;
  if (beyond > 0) strip.scrollLeft += beyond;
}
