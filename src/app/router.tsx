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
import { readKeptEarly, readSession, useSession } from '#src/sync/index.ts';
import { Spinner } from '#src/ui/index.ts';
import { access, landing, mayOpen } from './access.ts';
import { ErrorScreen } from './error-screen.tsx';
import { readAsked } from './shortcut-addresses.ts';

/** Every route of spec.md §2. */
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

/** A route whose code is fetched when it is opened. */
function screen(path: string, load: () => Promise<ComponentType>): NonIndexRouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}

function gate(roles: readonly Role[], ...children: RouteObject[]): RouteObject {
  return { element: <RoleGate roles={roles} />, children };
}

function pick<Name extends string>(name: Name) {
  return (module: Record<Name, ComponentType>) => module[name];
}

/** A page outside the shell: it brings no landmark of its own. */
function Plain() {
  return (
    <main>
      <Outlet />
    </main>
  );
}

/** What the device holds of whoever is signed in is read beside the code that shows it; resolves with whose it is. */
async function readOwnEarly(): Promise<string | undefined> {
  const { token, userId } = readSession();
  return token && userId && (await readKeptEarly(userId)) ? userId : undefined;
}

/** Lets these roles in; everyone else goes to /main, and from there to where they belong. */
function RoleGate({ roles }: { roles: readonly Role[] }) {
  const role = useOutletContext<Role>();
  return mayOpen(roles, role) ? <Outlet context={role} /> : <Navigate to="/main" replace />;
}

/** The empty sub-path of /main: on to the shortcut that a sign-in stood before, else to where the role lands. */
function Landing() {
  const role = useOutletContext<Role>();
  const { state } = useLocation();
  return <Navigate to={readAsked(state) ?? landing(role)} replace />;
}

/** /login, /change-password and /change-password/{token}: whoever is signed in goes to /main. */
function PublicOnly() {
  const { token } = useSession();
  const { state } = useLocation();
  return token && !isSigningIn() ? <Navigate to="/main" replace state={state} /> : <Outlet />;
}

/** The root path. */
function Start() {
  return <Navigate to={useSession().token ? '/main' : '/login'} replace />;
}
