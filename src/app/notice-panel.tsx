import { lazy, Suspense, useEffect } from 'react';
import { renewPush, useHasNotices } from '#src/data/notice/index.ts';
import { closeNotices, useNoticesOpen } from '#src/features/notices/notice-panel.ts';
import { whenStarted } from '#src/ui/index.ts';

const load = () => import('./notice-drawer.tsx');
const NoticeDrawer = lazy(async () => ({ default: (await load()).NoticeDrawer }));

/** The list of notices over whatever screen is shown; its code is there before the connection is gone. */
export function NoticePanel() {
  const hasNotices = useHasNotices();
  const isOpen = useNoticesOpen();
  useEffect(() => {
    if (!hasNotices) return undefined;
    return whenStarted(() => void Promise.all([load(), renewPush()]).catch(() => undefined));
  }, [hasNotices]);
  // What one person had open is not there for the next.
  useEffect(() => closeNotices, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <NoticeDrawer />
    </Suspense>
  );
}
