import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { forgetPush } from '#src/data/notice/index.ts';
import { forgetAllSearches } from '#src/features/search/index.ts';
import { loadCurrentUser } from '#src/features/session/load-current-user.ts';
import { signOut } from '#src/features/session/sign-out.ts';
import { clearDeviceCache, connectivity, errorWords, session, useSession } from '#src/sync/index.ts';
import { Button, ErrorState, Spinner } from '#src/ui/index.ts';
import styles from './role-unknown.module.css';
import { Shell } from './shell.tsx';
import { askedFor } from './shortcut-addresses.ts';
import { closeUserScopes, openUserScope } from './user-scope.ts';

/** Restores a person's cache from the device, so that the first screen renders with it. */
export async function restoreUserScope(userId: string): Promise<void> {
  await openUserScope(userId).restored;
}

/** /main/*: requires a token; shows a spinner while the role is unknown, then the person's data and the shell. */
export function ProtectedArea() {
  const { token, role, userId } = useSession();
  const wasIn = useRef(false);
  wasIn.current ||= token;
  if (!token) return <SignedOut hasLeft={wasIn.current && session.ending() !== 'refused'} />;
  if (!role || !userId) return <RoleUnknown />;
  return (
    <SignedIn key={userId} userId={userId} role={role}>
      <Shell role={role} />
    </SignedIn>
  );
}

/** Removes everything read from the device once nobody is signed in, and leads to the sign-in. */
function SignedOut({ hasLeft }: { hasLeft: boolean }) {
  const place = useLocation();
  useEffect(() => {
    closeUserScopes();
    forgetAllSearches();
    void clearDeviceCache();
    void forgetPush();
  }, []);
  // A person who signed out themselves has no pending request.
  return <Navigate to="/login" replace state={hasLeft ? undefined : askedFor(place)} />;
}

/** Asks who is signed in; if that fails, shows it, asks again when the connection returns, and offers to sign out. */
function RoleUnknown() {
  const [failure, setFailure] = useState<unknown>();

  const ask = useCallback(() => {
    setFailure(undefined);
    loadCurrentUser().catch(setFailure);
  }, []);

  useEffect(() => {
    ask();
    return connectivity.subscribe(() => {
      if (connectivity.isOnline()) ask();
    });
  }, [ask]);

  if (failure === undefined) return <Spinner page />;
  const { offline, title, words } = errorWords(failure);
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">Протокол</h1>
      <ErrorState offline={offline} title={title} words={words} onRetry={ask} />
      <Button variant="quiet" onClick={() => void signOut()}>
        Выйти
      </Button>
    </main>
  );
}

interface SignedInProps {
  userId: string;
  role: Role;
  children: ReactNode;
}

/** Provides the data of one person; their cache is restored from the device before the first screen renders. */
function SignedIn({ userId, role, children }: SignedInProps) {
  const scope = openUserScope(userId);
  const [ready, setReady] = useState(scope.isRestored);

  useEffect(() => {
    let left = false;
    void scope.restored.then(() => left || setReady(true));
    return () => {
      left = true;
      scope.close();
    };
  }, [scope]);
  useEffect(() => scope.start(role), [scope, role]);

  // Not with Suspense: React keeps a fallback for 300 ms, however short the wait was.
  if (!ready) return <Spinner page />;
  return <QueryClientProvider client={scope.queryClient}>{children}</QueryClientProvider>;
}
