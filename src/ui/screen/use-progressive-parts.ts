import { createContext, startTransition, use, useEffect, useState } from 'react';

/** Whether a screen is shown whole at once, as where somebody comes back to their place in it. */
export const AtOnceContext = createContext(true);

/**
 * How many parts of a screen are due, from above: one more each time the browser has drawn the last. A slow device reacts
 * between them, where all of them together would hold it for half a second.
 */
export function useProgressiveParts(parts: number): number {
  const atOnce = use(AtOnceContext);
  const [due, setDue] = useState(atOnce ? parts : 1);
  useEffect(() => {
    if (due < parts) startTransition(() => setDue(due + 1));
  }, [due, parts]);
  return due;
}
