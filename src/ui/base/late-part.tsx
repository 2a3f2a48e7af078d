import { type ComponentType, lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { whenStarted } from './visit-start.ts';

const loads: (() => Promise<unknown>)[] = [];

/** Loads the code of all parts made by `latePart`, which then render at once. Rejects without a connection. */
export async function loadLateParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/** Distance from the viewport, in pixels, at which a part is loaded. */
const margin = 300;
/** Milliseconds until a part that failed to load is requested again. */
const retryMs = 5000;

/**
 * A component whose code is loaded separately from the screen around it: a heavy field, or a dialog. With a
 * `Placeholder` it is loaded once it is nearly visible, or when the page is idle; until then the placeholder is shown,
 * with the same props and the same size. Without one, for example a dialog, it is loaded when it is rendered. `load`
 * preloads the code.
 */
export function latePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder?: ComponentType<NoInfer<P>>,
): ComponentType<P> & { load: () => Promise<unknown> } {
  let loaded: ComponentType<P> | undefined;
  const fetchPart = async () => {
    loaded ??= await load();
    return loaded;
  };
  loads.push(fetchPart);
  const Fetched = lazy(async () => ({ default: await fetchPart() }));
  function LatePart(props: P) {
    // A loaded part renders without a placeholder. Another component type in a later render would lose the typed text.
    const [Part, setPart] = useState(() => loaded ?? (Placeholder ? undefined : Fetched));
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (Part) return;
      let isOver = false;
      let retry: ReturnType<typeof setTimeout> | undefined;
      // Rendered only once it is loaded: an error would replace the whole screen, with what is typed in it.
      const show = () =>
        void fetchPart().then(
          (found) => isOver || startTransition(() => setPart(() => found)),
          () => {
            if (!isOver) retry = setTimeout(show, retryMs);
          },
        );
      const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), {
        rootMargin: `${margin}px`,
      });
      if (place.current) observer.observe(place.current);
      const cancelIdle = whenStarted(show);
      return () => {
        isOver = true;
        clearTimeout(retry);
        observer.disconnect();
        cancelIdle();
      };
    }, [Part]);
    const placeholder = Placeholder ? <Placeholder {...props} /> : null;
    if (!Part) return <div ref={place}>{placeholder}</div>;
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(LatePart, { load: fetchPart });
}
