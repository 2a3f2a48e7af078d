/**
 * Event of a subscription that the browser has ended:
 * https://www.w3.org/TR/push-api/#the-pushsubscriptionchangeevent-interface
 */
interface Change {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/**
 * Subscribes the device again for the same server if the browser has ended its subscription and made no new one. The
 * server gets the new address at the next start of the page. Never rejects.
 */
export async function subscribeAgain({ pushManager }: ServiceWorkerRegistration, change: Change): Promise<void> {
  const applicationServerKey = change.oldSubscription?.options.applicationServerKey;
  if (change.newSubscription || !applicationServerKey) return;
  await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => undefined);
}
