import { type ComponentProps, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';

/**
 * The router. The first screen is rendered in a transition, so that a slow device stays responsive; later navigations
 * render synchronously, because little has to be rendered before the header is visible (see `ScreenBody`).
 */
export function AppRouter({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  const hasOpened = useSyncExternalStore(router.subscribe, () => router.state.initialized);
  return <RouterProvider router={router} {...(hasOpened ? { useTransitions: false } : {})} />;
}
