import { type ComponentProps, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';

/**
 * The router. Its first screen is made in pieces, which leave a slow device free to react; after that a change of screen
 * is drawn at once, as there is little to draw before its head is seen (see `ScreenBody`).
 */
export function AppRouter({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  const [hasOpened, setHasOpened] = useState(router.state.initialized);
  useEffect(() => router.subscribe(({ initialized }) => setHasOpened(initialized)), [router]);
  return <RouterProvider router={router} {...(hasOpened ? { useTransitions: false } : {})} />;
}
