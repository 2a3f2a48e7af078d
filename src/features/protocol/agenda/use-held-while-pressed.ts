import { useEffect, useRef, useState } from 'react';

/**
 * Returns the value from the moment a press begins inside `place` (a selector) until the press is over. The content of
 * a bar depends on the focused field, and a press takes the focus away: without this the button would move from under
 * the pointer and get no click.
 */
export function useHeldWhilePressed<Value>(value: Value, place: string): Value {
  const [held, setHeld] = useState<{ value: Value }>();
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(place)) return;
      clearTimeout(timer);
      setHeld({ value: latest.current });
    };
    // The click comes after this event.
    const release = () => {
      timer = setTimeout(() => setHeld(undefined));
    };
    document.addEventListener('pointerdown', hold, { capture: true, signal });
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, release, { capture: true, signal });
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [place]);
  return held ? held.value : value;
}
