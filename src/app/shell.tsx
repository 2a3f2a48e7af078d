import { Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { followBadge, followRefusals, UndoBar } from '#src/features/queue/index.ts';
import { Spinner, Toaster } from '#src/ui/index.ts';
import { endTransitions } from './end-transitions.ts';
import { LeftRecordingsBanner } from './left-recordings-banner.tsx';
import { NavRail } from './nav-rail.tsx';
import { QueuePanel } from './queue-panel.tsx';
import styles from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { useLeave } from './use-leave.tsx';

/** The rail, the screen, what can be undone, the toast, and the queue over them. */
export function Shell({ role }: { role: Role }) {
  const { leave, question } = useLeave();
  useEffect(endTransitions, []);
  useEffect(followBadge, []);
  useEffect(followRefusals, []);
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        К содержанию
      </a>
      <NavRail role={role} onLogout={leave} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <div className={styles.notices}>
          <UpdateBanner />
          <LeftRecordingsBanner />
        </div>
        <Suspense fallback={<Spinner page />}>
          <Outlet context={role} />
        </Suspense>
      </main>
      {question}
      <QueuePanel />
      <Shortcuts role={role} />
      <UndoBar />
      <Toaster />
      <ScrollRestoration />
    </div>
  );
}
