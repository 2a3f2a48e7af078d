import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is changing its place in the document just now; scrolling the whole page is no change of it. */
export function useIsMoving(element: RefObject<Element | null>, isWatched: boolean): boolean {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    let last = placeOf(element.current);
    let frame = requestAnimationFrame(function look() {
      const now = placeOf(element.current);
      setMoving(now !== last);
      last = now;
      frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [element, isWatched]);
  return isWatched && isMoving;
}

function placeOf(element: Element | null): string {
  const { left = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return `${Math.round(left + scrollX)} ${Math.round(bottom + scrollY)}`;
}
