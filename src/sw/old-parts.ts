/**
 * A part of an older version: a window that runs it loads its screens when they are opened, and the server has them no
 * more. What is not kept is asked for from the server.
 */
export async function oldPart(request: Request, cacheName: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request.url)) ?? fetch(request);
}

/**
 * Drops what this version does not have, as soon as no window can run an older one: none is open but the one that is
 * just being opened.
 */
export async function dropOldParts(
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
