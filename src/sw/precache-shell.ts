import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { dropOldParts, oldPart } from './old-parts.ts';

export type PrecacheManifest = Parameters<PrecacheController['addToCacheList']>[0];

/**
 * Keeps the app's files, and opens the app at any of its addresses with no network; a window that still runs an older
 * version finds its own parts. The API is never answered here.
 */
export function precacheShell(worker: ServiceWorkerGlobalScope, manifest: PrecacheManifest): void {
  const precache = new PrecacheController();
  const { cacheName } = precache.strategy;
  const drop = () => dropOldParts(worker, cacheName, new Set(precache.getURLsToCacheKeys().values()));

  precache.addToCacheList(manifest);
  worker.addEventListener('install', (event) => void precache.install(event));
  cleanupOutdatedCaches();

  registerRoute(new PrecacheRoute(precache));
  const open = precache.createHandlerBoundToURL('/index.html');
  registerRoute(
    new NavigationRoute(
      (options) => {
        // Not waited for: a newer version could not take over before that.
        void drop().catch(() => undefined);
        return open(options);
      },
      { denylist: [/^\/api(\/|$)/] },
    ),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ request }) => oldPart(request, cacheName),
  );
}
