import { useEffect, useEffectEvent, useRef } from 'react';

const sources = new Set<() => boolean>();
let isGivenUp = false;

/** Whether leaving this page would lose something typed. */
export function hasUnsaved(): boolean {
  return [...sources].some((has) => has());
}

/**
 * Turns off the browser's own question for good: the person has agreed to lose what they typed, and the page is left at
 * once.
 */
export function giveUpUnsaved(): void {
  isGivenUp = true;
}

/**
 * Registers, while the caller is mounted, whether it holds unsaved text, and whether that would be lost with the page;
 * what the device has stored would not.
 */
export function useUnsaved(has: () => boolean, isLost: () => boolean = has): void {
  // A ref, because screens read it during rendering, where an effect event must not be called.
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

/**
 * Makes the browser ask before the page is closed or reloaded while something would be lost; returns a function to
 * stop.
 */
export function warnOnLeaving(isLost: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isLost() && !isGivenUp) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}
