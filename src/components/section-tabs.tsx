import { NavLink } from 'react-router-dom';
import styles from './section-tabs.module.css';

/** The parts of a section that have addresses of their own. */
export function SectionTabs({ label, tabs }: { label: string; tabs: { to: string; title: string }[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, title }) => (
        <NavLink key={to} to={to} end className={styles.tab ?? ''}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
