import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The one heading of a screen: names the document, and takes the focus after a navigation. */
export function ScreenHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const arrived = useRef('');

  useEffect(() => {
    document.title = `${title} — Протокол`;
  }, [title]);

  useEffect(() => {
    // The first screen of a visit leaves the focus where the browser put it; another page of a list is no new screen.
    if (key !== 'default' && arrived.current !== pathname) heading.current?.focus({ preventScroll: true });
    arrived.current = pathname;
  }, [key, pathname]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
