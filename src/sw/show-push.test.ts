import { expect, test, vi } from 'vitest';
import { showPush } from './show-push.ts';

type ReadSession = () => Promise<{ token: string; userId: string } | undefined>;
const message = { user: 'kim', title: 'Новое поручение', body: 'Смета', tag: 't', url: '/main' };

async function pushed(readSession: ReadSession) {
  const shown: [string, NotificationOptions?][] = [];
  const unsubscribe = vi.fn(async () => true);
  const registration = {
    showNotification: async (...told: (typeof shown)[number]) => void shown.push(told),
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  } as unknown as ServiceWorkerRegistration;
  const store = { readSession, close: () => undefined } as unknown as ReturnType<
    NonNullable<Parameters<typeof showPush>[2]>
  >;
  await showPush(registration, { json: () => message }, () => store);
  return {
    words: shown.map(
      ([title, options]) => `${title}: ${options?.body}${options && 'renotify' in options ? ', aloud' : ''}`,
    ),
    forgotten: unsubscribe.mock.calls.length,
  };
}

test.each<[string, ReadSession, string, number]>([
  ['whom it is for', async () => ({ token: 't', userId: 'kim' }), 'Новое поручение: Смета, aloud', 0],
  ['nobody', async () => undefined, 'Протокол: Войдите в «Протокол», чтобы увидеть уведомления.', 1],
  [
    'another',
    async () => ({ token: 't', userId: 'orlov' }),
    'Протокол: Пришло уведомление для другого пользователя.',
    1,
  ],
  [
    'somebody who cannot be read',
    () => Promise.reject(new Error('blocked')),
    'Протокол: Откройте «Протокол», чтобы увидеть уведомления.',
    0,
  ],
])('a push where %s is signed in', async (_who, readSession, words, forgotten) => {
  expect(await pushed(readSession)).toEqual({ words: [words], forgotten });
});
