import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { arrive, rememberFocus } from './focus-places.ts';

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
