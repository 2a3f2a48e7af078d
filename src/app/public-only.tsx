import { Navigate, Outlet } from 'react-router-dom';
import { isSigningIn } from '#src/features/session/signing-in.ts';
import { useSession } from '#src/lib/use-session.ts';

/** /login, /change-password and /change-password/{token}: whoever is signed in goes to /main. */
export function PublicOnly() {
  const { token } = useSession();
  return token && !isSigningIn() ? <Navigate to="/main" replace /> : <Outlet />;
}

/** The root path. */
export function Start() {
  return <Navigate to={useSession().token ? '/main' : '/login'} replace />;
}
