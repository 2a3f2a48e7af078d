import { type RefObject, useEffect, useRef } from 'react';

/** Whether the caller is still shown, for what comes of a request that outlives it: who went on is not led back. */
export function useIsHere(): RefObject<boolean> {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
