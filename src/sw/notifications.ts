import * as z from 'zod/mini';
import { pushMessage } from '#contract/notice.ts';
import { createStore, openRequest } from '#src/sync/worker.ts';

const icon = '/icons/any-192.png';

/**
 * Shows what was pushed to the person who is signed in here. Of what is somebody else's nothing is told, and the browser
 * forgets the subscription; it asks that each push shows something.
 */
export async function showPush(registration: ServiceWorkerRegistration, data: PushMessageData | null): Promise<void> {
  const message = z.safeParse(pushMessage, read(data)).data;
  const owner = await signedIn();
  if (!message || owner !== message.user) {
    if (message) await forget(registration);
    const body = 'Войдите в «Протокол», чтобы увидеть уведомления.';
    return registration.showNotification('Протокол', {
      body,
      icon,
      lang: 'ru',
      tag: 'signed-out',
      data: { url: '/main' },
    });
  }
  const { title, body, tag, url } = message;
  await registration.showNotification(title, {
    ...{ icon, lang: 'ru', data: { url } },
    ...(body && { body }),
    ...(tag && { tag }),
  });
}

/** Brings the app to the front at the address of a notification, or opens it there. */
export async function openApp(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const url = notification.data?.url;
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await clients.openWindow(typeof url === 'string' ? url : '/main'));
  await open.focus();
  // By its router, so that nothing typed is lost without a question.
  if (typeof url === 'string') open.postMessage({ type: openRequest, url });
}

function read(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Whose session the page has left for the worker; undefined where nobody is signed in. */
async function signedIn(): Promise<string | undefined> {
  const store = createStore();
  try {
    const copy = await store.readSession();
    return copy?.token ? (copy.userId ?? undefined) : undefined;
  } catch {
    return undefined;
  } finally {
    store.close();
  }
}

async function forget(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}
