import { notifyLastChance, openApp } from './last-chance.ts';
import { type PrecacheManifest, precacheShell } from './precache-shell.ts';
import { isQueueSync, type SyncEvent } from './sync-event.ts';
import { createUploadDrain } from './upload-drain.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheManifest };

const drain = createUploadDrain(self.clients);

precacheShell(self, self.__WB_MANIFEST);

// The page of the first visit too finds the screens that it has not opened yet, without a line and after an update.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The POST of a chunk is never answered from here: its page would lose the progress events.

self.addEventListener('sync', (event) => {
  if (isQueueSync(event)) event.waitUntil(sendQueued(event));
});

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  // A new version waits until the person takes it: an upload or an open form would be lost.
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (data?.type === 'signed-out') drain.stop();
});

self.addEventListener('notificationclick', (event) => event.waitUntil(openApp(self.clients, event.notification)));

/**
 * Rejects while work is left: that is how the browser is asked to try again. Also when a window is at work on it: the
 * browser may be killed before that window can ask for another sync.
 */
async function sendQueued(event: SyncEvent): Promise<void> {
  const left = await drain.run();
  if (left === 'nothing') return;
  if (event.lastChance && left === 'for-later') await notifyLastChance(self.registration);
  throw new Error('Uploads are left for the next sync');
}
