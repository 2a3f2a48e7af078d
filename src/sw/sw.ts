import { notifyLastChance, openApp } from './last-chance.ts';
import { type PrecacheManifest, precacheShell } from './precache-shell.ts';
import { isQueueSync, type SyncEvent } from './sync-event.ts';
import { createUploadDrain } from './upload-drain.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheManifest };

const drain = createUploadDrain(self.clients);

precacheShell(self.__WB_MANIFEST);

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

/** Rejects while work is left: that is how the browser is asked to try again. */
async function sendQueued(event: SyncEvent): Promise<void> {
  if (await drain.run()) return;
  if (event.lastChance) await notifyLastChance(self.registration);
  throw new Error('Uploads are left for the next sync');
}
