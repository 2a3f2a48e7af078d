import { calls } from '#contract/calls.ts';
import type { PushDevice } from '#contract/notices/notice.ts';
import { ApiError, api } from '#src/sync/index.ts';
import { deviceName } from './device-name.ts';
import { forgetPush } from './forget-push.ts';

/**
 * Whether this browser supports pushes: not at all, only once the app is installed (iOS), not while the person denies
 * permission, or yes.
 */
export type PushAbility = 'unsupported' | 'needs-install' | 'denied' | 'able';

export function pushAbility(page: Window = window): PushAbility {
  const { navigator } = page;
  if (!('serviceWorker' in navigator) || !('PushManager' in page) || !('Notification' in page)) {
    const isApple =
      /iPhone|iPad/.test(navigator.userAgent) ||
      (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
    return isApple ? 'needs-install' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** Asks for permission, subscribes the browser and registers it with the server; `denied` if the person refuses. */
export async function turnPushOn(serverKey: string): Promise<PushDevice | 'denied' | 'dismissed'> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  return subscribe(serverKey);
}

/**
 * Runs at the start of the app: a browser may end its subscription or change its address silently. If pushes are on for
 * this device, it subscribes again and sends the current address to the server. Never rejects: the next start retries.
 */
export async function renewPush(): Promise<void> {
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') return;
  try {
    const known = (await api(calls.listPushDevices, {})).filter(({ is_this }) => is_this);
    if (known.length === 0) return;
    const { push_key: serverKey } = await api(calls.getNoticeSettings, {});
    if (!serverKey) return;
    const { id } = await subscribe(serverKey);
    for (const device of known) if (device.id !== id) await turnPushOff({ id: device.id, is_this: false });
  } catch {
    // There is no connection, or the browser's push service is not available.
  }
}

async function subscribe(serverKey: string): Promise<PushDevice> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // The subscription belongs to another server, or to an earlier key of this one.
  if (known && !isFor(known, serverKey)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser gave no keys');
  const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, name: deviceName(navigator) };
  return api(calls.addPushDevice, { body });
}

/** Whether this browser still has a subscription for this server: it may have ended it silently. */
export async function isPushSubscribed(serverKey: string): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    return subscription ? isFor(subscription, serverKey) : false;
  } catch {
    return false;
  }
}

/** Turns pushes off for a device; if it is this one, also ends the browser's subscription. */
export async function turnPushOff({ id, is_this }: Pick<PushDevice, 'id' | 'is_this'>): Promise<void> {
  try {
    await api(calls.deletePushDevice, { params: { deviceId: id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  if (is_this) await forgetPush();
}

function isFor({ options }: PushSubscription, serverKey: string): boolean {
  if (!options.applicationServerKey) return false;
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === serverKey;
}
