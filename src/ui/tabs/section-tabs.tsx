import { useLayoutEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import styles from './section-tabs.module.css';

interface SectionTab {
  to: string;
  title: string;
  /** Whether it is the open one, where only the query of the address tells. */
  current?: boolean;
}

/** The parts of a section that have addresses of their own. */
export function SectionTabs({ label, tabs }: { label: string; tabs: SectionTab[] }) {
  const strip = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // One more tab may come once the server has said what it can.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they tell when the open tab may be another, or elsewhere
  useLayoutEffect(() => showCurrent(strip.current, '[aria-current]'), [key, tabs.length]);
  return (
    <nav ref={strip} className={styles.tabs} aria-label={label}>
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

/**
 * On a narrow screen the open part of a strip may lie beyond its edge: it is brought into sight. Asked of the browser once
 * it knows, no layout is forced.
 */
export function showCurrent(strip: HTMLElement | null, open: string): (() => void) | undefined {
  const current = strip?.querySelector(open);
  if (!strip || !current) return;
  const watch = new IntersectionObserver(
    ([entry]) => {
      watch.disconnect();
      if (!entry?.rootBounds) return;
      const { boundingClientRect: place, rootBounds: edges } = entry;
      // With room for the letters of its own type, which are wider and come later.
      if (place.right > edges.right) strip.scrollLeft += place.right - edges.right + 24;
      else if (place.left < edges.left) strip.scrollLeft -= edges.left - place.left + 24;
    },
    { root: strip },
  );
  watch.observe(current);
  return () => watch.disconnect();
}
