import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { forgetCache } from '#src/lib/persisted-cache.ts';
import { useSession } from '#src/lib/use-session.ts';
import { RoleUnknown } from './role-unknown.tsx';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

/** /main/*: only with a token; a spinner while the role is unknown; then the person's data and the shell. */
export function ProtectedArea() {
  const { token, role, userId } = useSession();
  if (!token) return <SignedOut />;
  if (!role || !userId) return <RoleUnknown />;
  return (
    <SignedIn key={userId} userId={userId} role={role}>
      <Shell role={role} />
    </SignedIn>
  );
}

/** Nobody is signed in: what was read for somebody leaves the device, however they were signed out. */
function SignedOut() {
  useEffect(() => void forgetCache(), []);
  return <Navigate to="/login" replace />;
}
