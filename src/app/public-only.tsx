import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { isSigningIn } from '#src/features/session/signing-in.ts';
import { useSession } from '#src/sync/index.ts';

/** /login, /change-password and /change-password/{token}: whoever is signed in goes to /main. */
export function PublicOnly() {
  const { token } = useSession();
  const { state } = useLocation();
  return token && !isSigningIn() ? <Navigate to="/main" replace state={state} /> : <Outlet />;
}

/** The root path. */
export function Start() {
  return <Navigate to={useSession().token ? '/main' : '/login'} replace />;
}
