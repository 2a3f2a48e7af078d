import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { forgetCache, session, useSession } from '#src/sync/index.ts';
import { RoleUnknown } from './role-unknown.tsx';
import { Shell } from './shell.tsx';
import { askedFor } from './shortcut-addresses.ts';
import { SignedIn } from './signed-in.tsx';
import { closeUserScopes, openUserScope } from './user-scope.ts';

/** Puts what the device holds into the cache of a person, so that the first screen is drawn with it. */
export async function restoreUserScope(userId: string): Promise<void> {
  await openUserScope(userId).restored;
}

/** /main/*: only with a token; a spinner while the role is unknown; then the person's data and the shell. */
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

/** Nobody is signed in: what was read for somebody leaves the device, however they were signed out. */
function SignedOut({ hasLeft }: { hasLeft: boolean }) {
  const place = useLocation();
  useEffect(() => {
    closeUserScopes();
    void forgetCache();
  }, []);
  // Whoever left asks for nothing any more.
  return <Navigate to="/login" replace state={hasLeft ? undefined : askedFor(place)} />;
}
