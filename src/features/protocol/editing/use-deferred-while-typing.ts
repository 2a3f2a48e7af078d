import { useDeferredValue, useEffect, useRef } from 'react';

/**
 * A value that follows between the keys of somebody who types: each save moves it several times, and drawing it takes
 * longer than a key. It never goes back, and is at once what it should be when the typing is over.
 */
export function useDeferredWhileTyping<T>(value: T, isTyping: boolean): T {
  const deferred = useDeferredValue(value);
  const drawn = useRef(value);
  const now = isTyping && deferred !== value ? drawn.current : value;
  useEffect(() => {
    drawn.current = now;
  });
  return now;
}
