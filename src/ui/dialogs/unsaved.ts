import { useEffect, useEffectEvent, useRef } from 'react';

const sources = new Set<() => boolean>();
let isGivenUp = false;

/** Whether something typed on this page would be lost by leaving it. */
export function hasUnsaved(): boolean {
  return [...sources].some((has) => has());
}

/**
 * The person was asked and lets what they typed go: the browser does not ask once more. For good: the page is left in the
 * same breath.
 */
export function giveUpUnsaved(): void {
  isGivenUp = true;
}

/**
 * Says for as long as the caller is shown whether it holds something typed and not saved, and whether that would be lost
 * with the page: what the device has kept is not.
 */
export function useUnsaved(has: () => boolean, isLost: () => boolean = has): void {
  // Screens ask while they are drawn, where an effect event may not be called.
  const latest = useRef(has);
  latest.current = has;
  const wouldLose = useEffectEvent(isLost);
  useEffect(() => {
    const source = () => latest.current();
    sources.add(source);
    const endWarning = warnOnLeaving(() => wouldLose());
    return () => {
      sources.delete(source);
      endWarning();
    };
  }, []);
}

/** The browser asks before the page is closed or loaded anew, as long as something would be lost; returns how to end it. */
export function warnOnLeaving(isLost: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isLost() && !isGivenUp) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}
