import { lazy, Suspense, useEffect } from 'react';
import { renewPush, useHasNotices } from '#src/data/notice/index.ts';
import { closeNotices, useNoticesOpen } from '#src/features/notices/notice-panel.ts';
import { whenStarted } from '#src/ui/index.ts';

const load = () => import('./notice-drawer.tsx');
const NoticeDrawer = lazy(async () => ({ default: (await load()).NoticeDrawer }));

/** List of notices over the current screen; its code is loaded in advance, for use offline. */
export function NoticePanel() {
  const hasNotices = useHasNotices();
  const isOpen = useNoticesOpen();
  useEffect(() => {
    if (!hasNotices) return undefined;
    return whenStarted(() => void Promise.all([load(), renewPush()]).catch(() => undefined));
  }, [hasNotices]);
  // Closed on unmount, so that it is not open for the next person.
  useEffect(() => closeNotices, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <NoticeDrawer />
    </Suspense>
  );
}
