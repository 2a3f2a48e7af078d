import { Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { Spinner } from '#src/components/spinner.tsx';
import { useSession } from '#src/lib/use-session.ts';
import { RoleUnknown } from './role-unknown.tsx';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

/** /main/*: only with a token; a spinner while the role is unknown; then the person's data and the shell. */
export function ProtectedArea() {
  const { token, role, userId } = useSession();
  if (!token) return <Navigate to="/login" replace />;
  if (!role || !userId) return <RoleUnknown />;
  return (
    <Suspense fallback={<Spinner page />}>
      <SignedIn key={userId} userId={userId} role={role}>
        <Shell role={role} />
      </SignedIn>
    </Suspense>
  );
}
