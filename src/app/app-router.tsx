import { type ComponentProps, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';

/**
 * The router. Its first screen is made in pieces, which leave a slow device free to react; after that a change of screen
 * is drawn at once, as there is little to draw before its head is seen (see `ScreenBody`).
 */
export function AppRouter({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  const hasOpened = useSyncExternalStore(router.subscribe, () => router.state.initialized);
  return <RouterProvider router={router} {...(hasOpened ? { useTransitions: false } : {})} />;
}
