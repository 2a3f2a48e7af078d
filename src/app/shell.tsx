import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { Spinner } from '#src/components/spinner.tsx';
import { Toaster } from '#src/components/toaster.tsx';
import { signOut } from '#src/features/session/sign-out.ts';
import { NavRail } from './nav-rail.tsx';
import styles from './shell.module.css';
import { UpdateBanner } from './update-banner.tsx';

/** The rail, the screen, the toast. */
export function Shell({ role }: { role: Role }) {
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        К содержанию
      </a>
      <NavRail role={role} onLogout={() => void signOut()} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <div className={styles.notices}>
          <UpdateBanner />
        </div>
        <Suspense fallback={<Spinner page />}>
          <Outlet context={role} />
        </Suspense>
      </main>
      <Toaster />
      <ScrollRestoration />
    </div>
  );
}
