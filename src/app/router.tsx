import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  Navigate,
  type NonIndexRouteObject,
  Outlet,
  type RouteObject,
  useLocation,
  useOutletContext,
} from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { LoginScreen } from '#src/features/session/login-screen.tsx';
import { isSigningIn } from '#src/features/session/signing-in.ts';
import { readSession, readStoredEarly, useSession } from '#src/sync/index.ts';
import { Spinner } from '#src/ui/index.ts';
import { access, landing, mayOpen } from './access.ts';
import { ErrorScreen } from './error-screen.tsx';
import { askedFor, readAsked } from './shortcut-addresses.ts';

/** All routes of spec.md §2. */
export const routes: RouteObject[] = [
  {
    errorElement: (
      <main>
        <ErrorScreen />
      </main>
    ),
    hydrateFallbackElement: <Spinner page />,
    children: [
      { path: '/', element: <Start /> },
      {
        element: <PublicOnly />,
        children: [
          { path: '/login', element: <LoginScreen /> },
          screen('/change-password', () =>
            import('#src/features/session/reset-request-screen.tsx').then(pick('ResetRequestScreen')),
          ),
          screen('/change-password/:token', () =>
            import('#src/features/session/new-password-screen.tsx').then(pick('NewPasswordScreen')),
          ),
        ],
      },
      {
        ...screen('/main', async () => {
          const [signedIn, userId] = await Promise.all([import('./protected-area.tsx'), readOwnEarly()]);
          if (userId) await signedIn.restoreUserScope(userId);
          return signedIn.ProtectedArea;
        }),
        children: [
          { index: true, element: <Landing /> },
          {
            errorElement: <ErrorScreen />,
            children: [
              gate(
                access.home,
                screen('home', () => import('#src/features/home/home-screen.tsx').then(pick('HomeScreen'))),
              ),
              gate(
                access.meetings,
                screen('meetings', () => import('./meetings-area.tsx').then(pick('MeetingsArea'))),
              ),
              gate(
                access.protocols,
                screen('protocols', () =>
                  import('#src/features/protocol/list/protocol-list-screen.tsx').then(pick('ProtocolListScreen')),
                ),
                screen('protocols/add', () =>
                  import('#src/features/protocol/new/new-protocol-screen.tsx').then(pick('NewProtocolScreen')),
                ),
                screen('protocols/:id', () =>
                  import('#src/features/protocol/page/protocol-screen.tsx').then(pick('ProtocolScreen')),
                ),
              ),
              gate(
                access.secretaries,
                screen('secretaries', () => import('./secretaries-area.tsx').then(pick('SecretariesArea'))),
              ),
              gate(
                access.settings,
                screen('settings', () => import('./settings-area.tsx').then(pick('SettingsArea'))),
              ),
              gate(
                access.users,
                screen('settings/users', () =>
                  import('#src/features/users/users-screen.tsx').then(pick('UsersScreen')),
                ),
              ),
              gate(
                access.keywords,
                screen('settings/keywords', () =>
                  import('#src/features/keywords/keywords-screen.tsx').then(pick('KeywordsScreen')),
                ),
              ),
              screen('*', () => import('./not-found-screen.tsx').then(pick('NotFoundScreen'))),
            ],
          },
        ],
      },
      {
        element: <Plain />,
        children: [screen('*', () => import('./not-found-screen.tsx').then(pick('NotFoundScreen')))],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

/** Returns a route whose code is loaded when it is opened. */
function screen(path: string, load: () => Promise<ComponentType>): NonIndexRouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}

function gate(roles: readonly Role[], ...children: RouteObject[]): RouteObject {
  return { element: <RoleGate roles={roles} />, children };
}

function pick<Name extends string>(name: Name) {
  return (module: Record<Name, ComponentType>) => module[name];
}

/** Page outside the shell, for screens that have no landmark of their own. */
function Plain() {
  return (
    <main>
      <Outlet />
    </main>
  );
}

/** Reads the signed-in person's cache in parallel with the code of the screen; resolves with that person's id. */
async function readOwnEarly(): Promise<string | undefined> {
  const { token, userId } = readSession();
  return token && userId && (await readStoredEarly(userId)) ? userId : undefined;
}

/** Admits these roles; others are led to /main, which redirects to their start screen. */
function RoleGate({ roles }: { roles: readonly Role[] }) {
  const role = useOutletContext<Role>();
  const place = useLocation();
  return mayOpen(roles, role) ? <Outlet context={role} /> : <Navigate to="/main" replace state={askedFor(place)} />;
}

/**
 * /main itself: leads to the shortcut or the printed protocol that was opened before the sign-in or by another role,
 * else to the start screen of the role.
 */
function Landing() {
  const role = useOutletContext<Role>();
  const { state } = useLocation();
  return <Navigate to={readAsked(state, role) ?? landing(role)} replace />;
}

/** /login, /change-password and /change-password/{token}: a signed-in person is led to /main. */
function PublicOnly() {
  const { token } = useSession();
  const { state } = useLocation();
  return token && !isSigningIn() ? <Navigate to="/main" replace state={state} /> : <Outlet />;
}

/** The root path. */
function Start() {
  return <Navigate to={useSession().token ? '/main' : '/login'} replace />;
}
