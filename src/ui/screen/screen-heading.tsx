import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How the browser came to this page: `navigate`, `reload` or `back_forward`; nothing where it does not tell. */
export function howOpened(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as Partial<PerformanceNavigationTiming> | undefined)?.type;
}

/** The one heading of a screen: names the document, and takes the focus after a navigation. */
export function ScreenHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';

  // With the heading itself, never after it.
  useLayoutEffect(() => {
    document.title = `${title} — Протокол`;
  }, [title]);

  useEffect(() => {
    if (heading.current) arrive(heading.current, { key, pathname, isReturn });
    return rememberFocus(key);
  }, [key, pathname, isReturn]);

  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {title}
    </h1>
  );
}

/** The link that had the focus last, by entry of the history. */
const links = new Map<string, string>();
/** The screen that is shown; none before the first one of this visit. */
let shown: string | undefined;
/** What this module put the focus on last. */
let arrivedAt: HTMLElement | undefined;

/** Remembers on which link of this entry the focus is, for whoever comes back to it. Returns the end of it. */
function rememberFocus(key: string): () => void {
  const remember = ({ target }: FocusEvent) => {
    const href = target instanceof Element && target.closest('main') ? target.getAttribute('href') : null;
    if (href === null) links.delete(key);
    else links.set(key, href);
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/**
 * Puts the focus where a screen begins: on its heading, or coming back on the link that led away from it. The first
 * screen of a visit leaves the focus where the browser put it, another page of a list is no new screen, and nobody is
 * interrupted who already writes.
 */
function arrive(heading: HTMLElement, entry: { key: string; pathname: string; isReturn: boolean }): void {
  const isNew = shown !== undefined && shown !== entry.pathname;
  shown = entry.pathname;
  // Drawn anew once the data is in: the focus fell off with the heading that was there before.
  const isReplaced = arrivedAt !== undefined && !arrivedAt.isConnected && document.activeElement === document.body;
  if (!(isNew || isReplaced) || document.activeElement?.matches('input, textarea, select, [contenteditable]')) return;
  const href = entry.isReturn ? links.get(entry.key) : undefined;
  const link = [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (each) => each.getAttribute('href') === href,
  );
  arrivedAt = link ?? heading;
  arrivedAt.focus({ preventScroll: true });
}
