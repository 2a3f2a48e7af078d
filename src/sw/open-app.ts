import { openRequest } from '#src/sync/worker.ts';

/** Brings the app to the front at the address of a notification, or opens it there. */
export async function openApp(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const url = notification.data?.url;
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await clients.openWindow(typeof url === 'string' ? url : '/main'));
  await open.focus();
  // By its router, so that typed input is not lost without a question.
  if (typeof url === 'string') open.postMessage({ type: openRequest, url });
}
