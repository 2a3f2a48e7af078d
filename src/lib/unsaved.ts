import { useEffect, useRef } from 'react';

const sources = new Set<() => boolean>();

/** Whether something typed on this page would be lost by leaving it. */
export function hasUnsaved(): boolean {
  return [...sources].some((has) => has());
}

/** Says for as long as the caller is shown whether it holds something typed and not saved. */
export function useUnsaved(has: () => boolean): void {
  const latest = useRef(has);
  latest.current = has;
  useEffect(() => {
    const source = () => latest.current();
    const warn = (event: BeforeUnloadEvent) => {
      if (source()) event.preventDefault();
    };
    sources.add(source);
    window.addEventListener('beforeunload', warn);
    return () => {
      sources.delete(source);
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
}
