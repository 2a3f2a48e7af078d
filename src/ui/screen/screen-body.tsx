import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { howOpened } from './opening.ts';
import { AtOnceContext } from './use-progressive-parts.ts';

let hasOpened = false;

interface ScreenBodyProps {
  /** There is little of it: on the first load of the page, where no press waits for an answer, it comes with its head. */
  light?: boolean;
  children: ReactNode;
}

/**
 * What stands under the head of a screen. The head is painted first: the press is answered while a slow device makes the
 * rest, in pieces that leave it free to react. Who comes back, or to a named place, is led there: all of it is there at once.
 */
export function ScreenBody({ light = false, children }: ScreenBodyProps) {
  const isReturn = useNavigationType() === 'POP' && (hasOpened || isBroughtBack());
  const { hash } = useLocation();
  const [atOnce] = useState(isReturn || hash !== '' || (light && !hasOpened));
  const isDue = useDeferredValue(true, atOnce);
  useEffect(() => {
    hasOpened = true;
  }, []);
  return isDue ? <AtOnceContext value={atOnce}>{children}</AtOnceContext> : null;
}

/** Whether the browser shows again what was open before, a reload or a restored tab, or does not tell. */
function isBroughtBack(): boolean {
  return howOpened() !== 'navigate';
}
