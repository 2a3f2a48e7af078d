import { useEffect, useRef } from 'react';
import { focusWhenLost } from '#src/lib/focus-when-lost.ts';

/**
 * Where the focus goes when a dialog has closed and what it was opened from is gone: at once, or with the next rows, of
 * which a deleted meeting is none.
 */
export function useFocusAfterDialog(isOpen: boolean, rows: unknown) {
  const target = useRef<HTMLAnchorElement>(null);
  const chances = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are a reason to look again
  useEffect(() => {
    if (isOpen) chances.current = 2;
    if (isOpen || chances.current === 0) return;
    chances.current -= 1;
    focusWhenLost(() => target.current);
  }, [isOpen, rows]);
  return target;
}
