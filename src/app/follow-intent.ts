import { matchRoutes, type RouteObject } from 'react-router-dom';
import { connectivity } from '#src/sync/index.ts';

/**
 * Preloads the code of the screen behind a link when the pointer or the keyboard focus reaches the link, so that it is
 * there by the click. Not in data-saving mode, and not offline, where a part that could not be loaded would be taken
 * for one that is gone. Returns a function that stops it.
 */
export function followIntent(routes: RouteObject[]): () => void {
  const loaded = new Set<RouteObject>();
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || !mayLoad()) return;
    const screen = matchRoutes(routes, link.pathname)?.at(-1)?.route;
    if (!screen || typeof screen.lazy !== 'function' || loaded.has(screen)) return;
    loaded.add(screen);
    // A failure is shown when the link is opened: the router then loads again.
    screen.lazy().catch(() => loaded.delete(screen));
  };
  const intents = ['pointerover', 'focusin'];
  for (const intent of intents) addEventListener(intent, onIntent, { passive: true });
  return () => {
    for (const intent of intents) removeEventListener(intent, onIntent);
  };
}

/** https://wicg.github.io/savedata/ */
function mayLoad(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData !== true && connectivity.isOnline();
}
