import { useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '#src/lib/use-session.ts';

/** /login, /change-password and /change-password/{token}: whoever is signed in goes to /main. */
export function PublicOnly() {
  const { token, role } = useSession();
  const [cameSignedIn] = useState(token);
  // While signing in the token is there before the role: the form itself leads on then.
  const signedIn = token && (cameSignedIn || role !== undefined);
  return signedIn ? <Navigate to="/main" replace /> : <Outlet />;
}

/** The root path. */
export function Start() {
  return <Navigate to={useSession().token ? '/main' : '/login'} replace />;
}
