import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { media } from './media.ts';

/** Returns whether a media query matches. */
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

/** Returns a value debounced: it follows once it has not changed for `rest` milliseconds. */
export function useDebounced<T>(value: T, rest: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return settled;
}

/** Returns whether a value has not changed for `rest` milliseconds. */
export function useHasLasted<T>(value: T, rest: number): boolean {
  const [settled, setSettled] = useState<{ value: T }>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return settled?.value === value;
}

/** Whether the caller is mounted, so that the answer to a request does not lead back a person who has moved on. */
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

/**
 * Returns the time in epoch milliseconds, updated every `every` milliseconds while `running`; otherwise the last one.
 */
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

/** Returns a stable function that calls the latest version of `work`, for the props of memoised components. */
export function useStableCallback<Given extends unknown[]>(work: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...given) => latest.current(...given), []);
}

/** Returns whether an element's content overflows: then it scrolls and has to be reachable by the keyboard. */
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

/** Milliseconds after which the work is done in any case. */
const longest = 5000;

/** Does work that is not urgent once the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // WebKit has no requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, longest / 5);
    return () => clearTimeout(timer);
  }
  const wanted = requestIdleCallback(work, { timeout: longest });
  return () => cancelIdleCallback(wanted);
}
