import { openRequest } from '#src/sync/worker.ts';

/** The addresses of the app; the origin has others, which run no script of it: pages of guests, files, the documentation. */
const appPath = /^\/(?:$|(?:login|change-password|main)(?:\/|$))/;

/** The part of the worker's `clients` that is used. */
export interface AppWindows {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }[]>;
  openWindow(url: string): Promise<unknown>;
}

/** Brings the app to the front at the address of a notification, or opens it there. */
export async function openApp(clients: AppWindows, notification: Pick<Notification, 'close' | 'data'>): Promise<void> {
  notification.close();
  const url = notification.data?.url;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((each) => appPath.test(new URL(each.url).pathname));
  if (!open) return void (await clients.openWindow(typeof url === 'string' ? url : '/main'));
  await open.focus();
  // By its router, so that typed input is not lost without a question.
  if (typeof url === 'string') open.postMessage({ type: openRequest, url });
}
