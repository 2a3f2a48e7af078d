import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { landing, mayOpen } from './access.ts';
import { readAsked } from './shortcut-addresses.ts';

/** Lets these roles in; everyone else goes to /main, and from there to where they belong. */
export function RoleGate({ roles }: { roles: readonly Role[] }) {
  const role = useOutletContext<Role>();
  return mayOpen(roles, role) ? <Outlet context={role} /> : <Navigate to="/main" replace />;
}

/** The empty sub-path of /main: on to the shortcut that a sign-in stood before, else to where the role lands. */
export function Landing() {
  const role = useOutletContext<Role>();
  const { state } = useLocation();
  return <Navigate to={readAsked(state) ?? landing(role)} replace />;
}
