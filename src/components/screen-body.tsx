import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

let hasOpened = false;

/**
 * What stands under the head of a screen. The head is painted first: the press is answered while a slow device makes the
 * rest, in pieces that leave it free to react. Who comes back, or to a named place, is led there: all of it is there at once.
 */
export function ScreenBody({ children }: { children: ReactNode }) {
  const isReturn = useNavigationType() === 'POP' && (hasOpened || isBroughtBack());
  const { hash } = useLocation();
  const isDue = useDeferredValue(true, isReturn || hash !== '');
  useEffect(() => {
    hasOpened = true;
  }, []);
  return isDue ? children : null;
}

/** Whether the browser shows again what was open before: a reload, a restored tab. */
function isBroughtBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}
