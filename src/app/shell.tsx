import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { Spinner } from '#src/components/spinner.tsx';
import { Toaster } from '#src/components/toaster.tsx';
import { NavRail } from './nav-rail.tsx';
import styles from './shell.module.css';
import { UpdateBanner } from './update-banner.tsx';
import { useLeave } from './use-leave.tsx';

/** The rail, the screen, the toast. */
export function Shell({ role }: { role: Role }) {
  const { leave, question } = useLeave();
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        К содержанию
      </a>
      <NavRail role={role} onLogout={leave} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <div className={styles.notices}>
          <UpdateBanner />
        </div>
        <Suspense fallback={<Spinner page />}>
          <Outlet context={role} />
        </Suspense>
      </main>
      {question}
      <Toaster />
      <ScrollRestoration />
    </div>
  );
}
