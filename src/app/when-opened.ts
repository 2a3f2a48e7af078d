import type { createRouter } from './router.tsx';

/** Milliseconds after which the app renders without its first screen, as a sign that it is loading. */
const longest = 1000;

/**
 * Renders the app once its first screen can be rendered. Where all code is on the device, an earlier spinner would only
 * cost a slow device time. Where the code has to be fetched, or takes long to load, the app renders without the screen.
 */
export function whenOpened(router: ReturnType<typeof createRouter>, draw: () => void): void {
  const isKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (router.state.initialized || !isKept) {
    draw();
    return;
  }
  const finish = () => {
    clearTimeout(timer);
    unsubscribe();
    draw();
  };
  const timer = setTimeout(finish, longest);
  const unsubscribe = router.subscribe(({ initialized }) => initialized && finish());
}
