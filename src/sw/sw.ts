import { syncTag } from '#src/sync/worker.ts';
import { openApp } from './open-app.ts';
import { type PrecacheManifest, precacheShell } from './precache-shell.ts';
import { createQueueDrain } from './queue-drain.ts';
import { showPush } from './show-push.ts';
import { subscribeAgain } from './subscribe-again.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheManifest };

const drain = createQueueDrain(self.clients);

precacheShell(self, self.__WB_MANIFEST);

// The page of the first visit too finds the screens that it has not opened yet, offline and after an update.
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

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)));

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(self.registration, event)));

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

const leftTag = 'uploads-left';

/** Says that the browser gives up sending by itself, where the person allowed notifications. */
async function notifyLastChance(registration: ServiceWorkerRegistration): Promise<void> {
  if (Notification.permission !== 'granted') return;
  await registration.showNotification('Отправлено не всё', {
    body: 'Неотправленное сохранено на устройстве. Откройте «Протокол», и отправка продолжится.',
    icon: '/icons/any-192.png',
    lang: 'ru',
    tag: leftTag,
  });
}

/** Background Sync, which the TypeScript library does not describe: https://wicg.github.io/background-sync/spec/ */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** The browser will not fire again by itself. */
  readonly lastChance: boolean;
}

function isQueueSync(event: Event): event is SyncEvent {
  return 'tag' in event && event.tag === syncTag;
}
