import { lazy, Suspense, useEffect } from 'react';
import { closeQueue, useQueuePanel } from '#src/lib/queue-panel.ts';

const QueueDrawer = lazy(async () => ({ default: (await import('./queue-drawer.tsx')).QueueDrawer }));

/** «Очередь отправки» over whatever screen is shown; its code is loaded when it is opened. */
export function QueuePanel() {
  const panel = useQueuePanel();
  // What one person had open is not there for the next.
  useEffect(() => closeQueue, []);
  if (!panel) return null;
  return (
    <Suspense fallback={null}>
      <QueueDrawer wanted={panel.writes} />
    </Suspense>
  );
}
