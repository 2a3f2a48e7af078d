import { type ComponentType, lazy, Suspense, useState } from 'react';

const loads: (() => Promise<unknown>)[] = [];

/** Fetches the code of every part that `latePart` made so far: from then on each is drawn at once. Rejects without a connection. */
export async function loadLateParts(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}

/**
 * A component whose code is no part of the screen around it: a heavy field below what is read first, or a dialog. Until the
 * code is there, `Placeholder` stands in its place, with the same props and as large. `load` fetches it ahead.
 */
export function latePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder: ComponentType<NoInfer<P>>,
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
    const [Part] = useState(() => loaded ?? Fetched);
    return (
      <Suspense fallback={<Placeholder {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(LatePart, { load: fetchPart });
}

/** Stands for a part that has no place on the screen before it opens. */
export function NoPlaceholder(): null {
  return null;
}
