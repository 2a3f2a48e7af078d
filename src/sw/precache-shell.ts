import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

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
      { denylist: [/^\/api(\/|$)/, /^\/s\//] },
    ),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ request }) => oldPart(request, cacheName),
  );
}

/**
 * A part of an older version: a window that runs it loads its screens when they are opened, and the server has them no
 * more. What is not kept is asked for from the server.
 */
async function oldPart(request: Request, cacheName: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request.url)) ?? fetch(request);
}

/**
 * Drops what this version does not have, as soon as no window can run an older one: none is open but the one that is
 * just being opened.
 */
async function dropOldParts(
  { clients, registration }: ServiceWorkerGlobalScope,
  cacheName: string,
  own: ReadonlySet<string>,
): Promise<void> {
  // What a newer version has put there already is not older.
  if (registration.waiting || registration.installing) return;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 0) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) if (!own.has(request.url)) await cache.delete(request);
}
