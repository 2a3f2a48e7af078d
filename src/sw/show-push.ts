import * as z from 'zod/mini';
import { pushMessage } from '#contract/notice.ts';
import { createStore } from '#src/sync/worker.ts';

const icon = '/icons/any-192.png';

/** What a push event has of its message. */
type Pushed = { json(): unknown };
type Session = Pick<ReturnType<typeof createStore>, 'readSession' | 'close'>;

/**
 * Shows what was pushed to the person who is signed in here. Of what is somebody else's nothing is told, and the browser
 * forgets the subscription; it asks that each push shows something. Where it cannot be read who is signed in, the next push
 * may be shown again.
 */
export async function showPush(
  registration: ServiceWorkerRegistration,
  data: Pushed | null,
  open: () => Session = createStore,
): Promise<void> {
  const message = z.safeParse(pushMessage, read(data)).data;
  const owner = await signedIn(open);
  if (!message || owner !== message.user) {
    if (message && owner !== 'unknown') await forget(registration);
    return registration.showNotification('Протокол', {
      body: hiddenWords(message ? owner : 'unknown'),
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
    // One in place of another that still lies there makes itself heard as well.
    ...(tag && { tag, renotify: true }),
  });
}

function read(data: Pushed | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

function hiddenWords(owner: string | undefined): string {
  if (owner === undefined) return 'Войдите в «Протокол», чтобы увидеть уведомления.';
  return owner === 'unknown'
    ? 'Откройте «Протокол», чтобы увидеть уведомления.'
    : 'Пришло уведомление для другого пользователя.';
}

/** Whose session the page has left for the worker; undefined where nobody is signed in. */
async function signedIn(open: () => Session): Promise<string | undefined> {
  try {
    const store = open();
    try {
      const copy = await store.readSession();
      return copy?.token ? (copy.userId ?? undefined) : undefined;
    } finally {
      store.close();
    }
  } catch {
    return 'unknown';
  }
}

async function forget(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}
