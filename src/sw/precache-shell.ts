import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

export type PrecacheManifest = Parameters<typeof precacheAndRoute>[0];

/** Keeps the app's files, and opens the app at any of its addresses with no network. The API is never answered here. */
export function precacheShell(manifest: PrecacheManifest): void {
  precacheAndRoute(manifest);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/] }));
}
