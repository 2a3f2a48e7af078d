import { type ComponentType, lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { whenStarted } from './visit-start.ts';

const loads: (() => Promise<unknown>)[] = [];

/** Fetches the code of every part that `latePart` made so far: from then on each is drawn at once. Rejects without a connection. */
export async function loadLateParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/** Pixels from the window at which a part is fetched that is not in it yet. */
const margin = 300;
/** Milliseconds until a part that could not be fetched is asked for again. */
const retryMs = 5000;

/**
 * A component whose code is fetched apart from the screen around it: a heavy field, or a dialog. With a `Placeholder` it is
 * fetched once it is nearly in sight, or in an idle moment; until then the placeholder stands there, with the same props and
 * of the same size. Without one, as a dialog, it is fetched as soon as it is drawn. `load` fetches the code ahead.
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
    // What is loaded is drawn without a placeholder. Another type in a later drawing would lose what is typed in it.
    const [Part, setPart] = useState(() => loaded ?? (Placeholder ? undefined : Fetched));
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (Part) return;
      let isOver = false;
      let retry: ReturnType<typeof setTimeout> | undefined;
      // Drawn only once it is there: an error would take the whole screen down, with what is typed in it.
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
