import { type ReactNode, useDeferredValue } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * What stands under the head of a screen. Where a link led here the head is painted first: the press is answered while
 * a slow device still makes the rest. Who comes back, or to a named place, is led there, so all of it is there at once.
 */
export function ScreenBody({ children }: { children: ReactNode }) {
  const isReturn = useNavigationType() === 'POP';
  const { hash } = useLocation();
  const isDue = useDeferredValue(true, isReturn || hash !== '');
  return isDue ? children : null;
}
