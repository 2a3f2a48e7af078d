import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Returns how the page was opened: `navigate`, `reload` or `back_forward`; undefined where the browser does not tell.
 */
export function howOpened(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as Partial<PerformanceNavigationTiming> | undefined)?.type;
}

/** The only heading of a screen: also sets the document's title, and takes the focus after a navigation. */
export function ScreenHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';

  // A layout effect, so that the title changes together with the heading.
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

/** The link that had the focus last, by key of the history entry. */
const links = new Map<string, string>();
/** Path of the shown screen; undefined before the first one of this visit. */
let shown: string | undefined;
/** Element that this module focused last. */
let arrivedAt: HTMLElement | undefined;

/** Stores which link of this history entry has the focus, for a return to it. Returns a function that stops it. */
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
 * Moves the focus to the start of a screen: its heading, or, after «back», the link that led away from it. The first
 * screen of a visit leaves the focus to the browser, another page of a list is not a new screen, and a person who is
 * already typing is not interrupted.
 */
function arrive(heading: HTMLElement, entry: { key: string; pathname: string; isReturn: boolean }): void {
  const isNew = shown !== undefined && shown !== entry.pathname;
  shown = entry.pathname;
  // The screen was rendered anew with its data, and the focus was lost with the previous heading.
  const isReplaced = arrivedAt !== undefined && !arrivedAt.isConnected && document.activeElement === document.body;
  if (!(isNew || isReplaced) || document.activeElement?.matches('input, textarea, select, [contenteditable]')) return;
  const href = entry.isReturn ? links.get(entry.key) : undefined;
  const link = [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (each) => each.getAttribute('href') === href,
  );
  arrivedAt = link ?? heading;
  arrivedAt.focus({ preventScroll: true });
}
