import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { media } from './media.ts';

/** Whether a media query holds now. */
export function useMediaQuery(name: keyof typeof media): boolean {
  const query = media[name];
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** A value that follows once it has rested for so long, in milliseconds. */
export function useDebounced<T>(value: T, rest: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return settled;
}

/** Whether a value has been the same for so long, in milliseconds. */
export function useHasLasted<T>(value: T, rest: number): boolean {
  const [settled, setSettled] = useState<{ value: T }>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return settled?.value === value;
}

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

/** The time in epoch milliseconds, anew each second while a moment to come is shown; else as it last was. */
export function useNow(running: boolean, every = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [running, every]);
  return now;
}

/** The latest of a function that is made anew with every drawing, behind one that stays the same: for what is memoised. */
export function useStableCallback<Given extends unknown[]>(work: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...given) => latest.current(...given), []);
}

/** Whether an element holds more than it has room for, as it stands now: then it scrolls, and the keys have to reach it. */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () =>
      setOverflows(element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [frame]);
  return overflows;
}

/** Milliseconds after which it is done in any case. */
const longest = 5000;

/** Does what is not needed yet once the page has nothing else to do. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  // WebKit has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, longest / 5);
    return () => clearTimeout(timer);
  }
  const wanted = requestIdleCallback(work, { timeout: longest });
  return () => cancelIdleCallback(wanted);
}
