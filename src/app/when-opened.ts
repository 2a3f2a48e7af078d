import type { createRouter } from './router.tsx';

/** Milliseconds until somebody who waits is shown that something comes. */
const longest = 1000;

/**
 * Draws the app once its first screen can be drawn: a spinner before that would only take a slow device's time, where all
 * code lies on it. Where the code has to be fetched, or does not come for long, the app is drawn without it.
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
