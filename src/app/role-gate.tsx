import { Navigate, Outlet, useOutletContext } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { landing, mayOpen } from './access.ts';

/** Lets these roles in; everyone else goes to /main, and from there to where they belong. */
export function RoleGate({ roles }: { roles: readonly Role[] }) {
  const role = useOutletContext<Role>();
  return mayOpen(roles, role) ? <Outlet context={role} /> : <Navigate to="/main" replace />;
}

/** The empty sub-path of /main. */
export function Landing() {
  return <Navigate to={landing(useOutletContext<Role>())} replace />;
}
