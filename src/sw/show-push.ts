import * as z from 'zod/mini';
import { pushMessage } from '#contract/notices/notice.ts';
import { createStore } from '#src/sync/worker.ts';

const icon = '/icons/any-192.png';

/** The used part of a push event's message. */
type Pushed = { json(): unknown };
type Session = Pick<ReturnType<typeof createStore>, 'readSession' | 'close'>;

/**
 * Shows a push message if it is for the signed-in person. For somebody else's message a notification without its
 * content is shown, because browsers require one for each push, and the subscription is cancelled. If it cannot be read
 * who is signed in, the subscription stays, so that the next push may be shown.
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
    // `renotify`: a notification that replaces an earlier one alerts again.
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

/**
 * Returns the id of the signed-in person, from the page's copy; undefined where nobody is, 'unknown' if it cannot be
 * read.
 */
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
