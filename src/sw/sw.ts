import { syncTag } from '#src/sync/worker.ts';
import { openApp } from './open-app.ts';
import { type PrecacheManifest, precacheShell } from './precache-shell.ts';
import { createQueueDrain } from './queue-drain.ts';
import { showPush } from './show-push.ts';
import { subscribeAgain } from './subscribe-again.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheManifest };

const drain = createQueueDrain(self.clients);

precacheShell(self, self.__WB_MANIFEST);

// The worker also controls the page of the first visit, so that its unopened screens are available offline and after an
// update.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The worker never answers the POST of a chunk: the page would lose the progress events.

self.addEventListener('sync', (event) => {
  if (isQueueSync(event)) event.waitUntil(sendQueued(event));
});

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  // A new version waits until the person accepts it: otherwise an upload or an open form would be lost.
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (data?.type === 'signed-out') drain.stop();
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)));

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(self.registration, event)));

self.addEventListener('notificationclick', (event) => event.waitUntil(openApp(self.clients, event.notification)));

/**
 * Rejects while something is left, which makes the browser try again. Also while a window is sending: the browser may
 * be killed before that window can request another sync.
 */
async function sendQueued(event: SyncEvent): Promise<void> {
  const left = await drain.run();
  if (left === 'nothing') return;
  if (event.lastChance && left === 'for-later') await notifyLastChance(self.registration);
  throw new Error('Uploads are left for the next sync');
}

const leftTag = 'uploads-left';

/** Notifies the person that the browser will not retry by itself, where they allowed notifications. */
async function notifyLastChance(registration: ServiceWorkerRegistration): Promise<void> {
  if (Notification.permission !== 'granted') return;
  await registration.showNotification('Отправлено не всё', {
    body: 'Неотправленное сохранено на устройстве. Откройте «Протокол», и отправка продолжится.',
    icon: '/icons/any-192.png',
    lang: 'ru',
    tag: leftTag,
  });
}

/** Event of Background Sync, which TypeScript's library lacks: https://wicg.github.io/background-sync/spec/ */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** Whether the browser will not fire again by itself. */
  readonly lastChance: boolean;
}

function isQueueSync(event: Event): event is SyncEvent {
  return 'tag' in event && event.tag === syncTag;
}
