import { expect, test, vi } from 'vitest';
import { subscribeAgain } from './subscribe-again.ts';

const key = new ArrayBuffer(65);
const old = { options: { applicationServerKey: key, userVisibleOnly: true } } as unknown as PushSubscription;

test.each([
  ['that ended', { oldSubscription: old, newSubscription: null }, 1],
  ['that the browser has replaced', { oldSubscription: old, newSubscription: old }, 0],
  ['that nothing is known of', { oldSubscription: null, newSubscription: null }, 0],
])('a subscription %s', async (_which, change, times) => {
  const subscribe = vi.fn(() => Promise.reject(new DOMException('no service')));
  await subscribeAgain({ pushManager: { subscribe } } as unknown as ServiceWorkerRegistration, change);
  expect(subscribe).toHaveBeenCalledTimes(times);
  if (times > 0) expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
});
