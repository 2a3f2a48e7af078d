import { type ComponentProps, lazy, Suspense } from 'react';

const Choice = lazy(async () => ({ default: (await import('./queued-conflict.tsx')).ItemConflict }));

/** Conflict choice of the open item; loaded lazily, because most items have no conflict. */
export function LazyItemConflict(props: ComponentProps<typeof Choice>) {
  return (
    <Suspense fallback={null}>
      <Choice {...props} />
    </Suspense>
  );
}
