import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

export type PrecacheManifest = Parameters<PrecacheController['addToCacheList']>[0];

/**
 * Caches the app's files and serves the app at all its addresses without a network; a window that still runs an older
 * version gets the older parts. Never answers requests to the API.
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
        // Not awaited: otherwise a newer version could not take over before it ends.
        void drop().catch(() => undefined);
        return open(options);
      },
      { denylist: [/^\/api(\/|$)/, /^\/s\//, /^\/\.well-known\//] },
    ),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ request }) => oldPart(request, cacheName),
  );
}

/**
 * Serves a part of an older version: a window that runs it loads its screens when they are opened, but the server has
 * only the new ones. What is not cached is fetched from the server.
 */
async function oldPart(request: Request, cacheName: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request.url)) ?? fetch(request);
}

/**
 * Deletes the parts of older versions once no window can run one: none is open but the one that is just being opened.
 */
async function dropOldParts(
  { clients, registration }: ServiceWorkerGlobalScope,
  cacheName: string,
  own: ReadonlySet<string>,
): Promise<void> {
  // The cache may already contain parts of a newer version.
  if (registration.waiting || registration.installing) return;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 0) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) if (!own.has(request.url)) await cache.delete(request);
}
