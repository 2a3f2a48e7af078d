import { type ComponentProps, lazy, Suspense } from 'react';

const Choice = lazy(async () => ({ default: (await import('./queued-conflict.tsx')).ItemConflict }));

/** The choice in a conflict of the open question; most questions meet none, so its code comes with the first. */
export function LazyItemConflict(props: ComponentProps<typeof Choice>) {
  return (
    <Suspense fallback={null}>
      <Choice {...props} />
    </Suspense>
  );
}
