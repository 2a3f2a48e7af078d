import { useLayoutEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import styles from './section-tabs.module.css';

interface SectionTab {
  to: string;
  title: string;
  /** Whether it is the open one, where only the query of the address tells. */
  current?: boolean;
}

/** Tabs of a section, each with an address of its own. */
export function SectionTabs({ label, tabs }: { label: string; tabs: SectionTab[] }) {
  const strip = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // A tab may be added once the server has told its offers.
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
 * Scrolls the open tab of a strip into view, where it lies beyond the edge of a narrow screen. It measures when the
 * browser has the layout ready, so that no layout is forced.
 */
export function showCurrent(strip: HTMLElement | null, open: string): (() => void) | undefined {
  const current = strip?.querySelector(open);
  if (!strip || !current) return;
  const watch = new IntersectionObserver(
    ([entry]) => {
      watch.disconnect();
      if (!entry?.rootBounds) return;
      const { boundingClientRect: place, rootBounds: edges } = entry;
      // With a margin for the app's own font, which is wider and loads later.
      if (place.right > edges.right) strip.scrollLeft += place.right - edges.right + 24;
      else if (place.left < edges.left) strip.scrollLeft -= edges.left - place.left + 24;
    },
    { root: strip },
  );
  watch.observe(current);
  return () => watch.disconnect();
}
