import { lazy, Suspense, useEffect } from 'react';
import { closeQueue, useQueuePanel } from '#src/features/queue/index.ts';
import { loadConfirmDialog, whenIdle } from '#src/ui/index.ts';

const load = () => import('./queue-drawer.tsx');
const QueueDrawer = lazy(async () => ({ default: (await load()).QueueDrawer }));

/** «Очередь отправки» over whatever screen is shown; its code is there before the line is gone. */
export function QueuePanel() {
  const panel = useQueuePanel();
  // With the questions that the queue asks, once the screen stands: it comes first.
  useEffect(() => whenIdle(() => void Promise.all([load(), loadConfirmDialog()]).catch(() => undefined)), []);
  // What one person had open is not there for the next.
  useEffect(() => closeQueue, []);
  if (!panel) return null;
  return (
    <Suspense fallback={null}>
      <QueueDrawer wanted={panel.writes} />
    </Suspense>
  );
}
